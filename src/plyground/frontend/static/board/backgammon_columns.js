// The columns of a backgammon board that are no points.

export const BAR_COLUMN = 6;
export const OFF_COLUMN = 13;
