// The sound of a move, for visitors who have chosen sounds: one short, quiet tone, made here.

const VOLUME = 0.06;
const LENGTH_S = 0.09;
const MOVE_HZ = 320; // pitch of a move
const END_HZ = 480; // pitch of the move that decides the game

/** @type {AudioContext | null} */
let audio = null;

/**
 * Sound a move, if the page says that sounds are on.
 *
 * @param {boolean} isLast whether the move decides the game
 */
export function soundMove(isLast) {
  if (document.documentElement.dataset.sound !== "on") return;
  audio ??= new AudioContext();
  const [tone, volume, now] = [audio.createOscillator(), audio.createGain(), audio.currentTime];
  tone.type = "triangle";
  tone.frequency.setValueAtTime(isLast ? END_HZ : MOVE_HZ, now);
  volume.gain.setValueAtTime(VOLUME, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + LENGTH_S);
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + LENGTH_S);
}
