// The editor of a game: numbers beside the lines of its text.

const area = /** @type {HTMLTextAreaElement} */ (document.querySelector(".own-game textarea"));
const numbers = document.createElement("pre");
numbers.className = "line-numbers";
numbers.ariaHidden = "true";
area.before(numbers);
area.classList.add("numbered");

let lines = 0;

function number() {
  const count = area.value.split("\n").length;
  if (count === lines) return;
  lines = count;
  numbers.textContent = Array.from({ length: count }, (_, place) => place + 1).join("\n");
}

function follow() {
  numbers.scrollTop = area.scrollTop;
}

area.addEventListener("input", number);
area.addEventListener("scroll", follow);
number();
follow();
