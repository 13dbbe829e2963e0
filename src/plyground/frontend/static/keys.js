// Keys that a widget hears.

const TYPING_MS = 900; // time after which a key begins another word

/**
 * Return whether a key is pressed together with one that makes it the browser's.
 *
 * @param {KeyboardEvent} event
 */
export function isBrowsers(event) {
  return event.ctrlKey || event.metaKey || event.altKey;
}

/**
 * Return a function that finds the name that a person types.
 *
 * Keys soon after one another are one word; the same letter again goes on to the next name that begins with it. The
 * function takes a key event, the names and the place of the present one, and returns the place found or -1.
 *
 * @param {string} [reserved] letters that mean something else unless they go on with a word
 * @returns {(event: { key: string, timeStamp: number }, names: string[], here: number) => number}
 */
export function finder(reserved = "") {
  let word = "";
  let last = -Infinity;
  return ({ key, timeStamp }, names, here) => {
    const goesOn = timeStamp - last < TYPING_MS;
    if (key.length > 1 || key === " " || (!goesOn && reserved.includes(key))) return -1;
    const letter = key.toLowerCase();
    [word, last] = [goesOn && word !== letter ? word + letter : letter, timeStamp];
    const from = word.length > 1 ? here : here + 1;
    const places = names.map((_name, number) => (from + number) % names.length);
    return places.find((place) => names[place].toLowerCase().startsWith(word)) ?? -1;
  };
}
