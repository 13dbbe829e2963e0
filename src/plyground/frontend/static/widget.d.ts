// The interface of anywidget, as far as the widgets here use it.

/** A copy of a widget's state; the Python side has the original. */
export interface Model<State> {
    get<Name extends keyof State>(name: Name): State[Name];
    set<Name extends keyof State>(name: Name, value: State[Name]): void;
    save_changes(): void;
    send(message: object): void;
    /** On the page alone: the connection to the server is open. */
    isConnected?(): boolean;
    /** On the page alone: the server answers a request now. */
    isReached?(): Promise<boolean>;
    on(names: string, listener: () => void): void;
    off(names: string, listener: () => void): void;
}

/** The model of a widget and the element that it draws in. */
export interface Context<State> {
    model: Model<State>;
    el: HTMLElement;
}

/** Ends what a render function began. */
export type End = () => void;
