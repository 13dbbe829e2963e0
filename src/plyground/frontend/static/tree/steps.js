// Searches that are stepped through, alone or side by side.

import { isBrowsers } from "../keys.js";
import { listen } from "../model.js";
import { html } from "../svg.js";
import { Controls } from "./controls.js";
import { Film } from "./film.js";
import { CodeListing } from "./code_listing.js";
import { SceneView } from "./scene.js";
import { drawLegend } from "./shapes.js";
import { Sliders } from "./sliders.js";

const MOST_WHOLE = 400; // most nodes of a tree that is shown whole at first
const LEAST_FOCUSED = 8; // least nodes of a tree that can be shown in part
const WIDE = 620; // width of a tree that leaves no room for the program beside it
const STEP_MS = [1600, 800, 300, 60]; // time of a step at each speed
const SAVE_MS = 250; // time after the last step
const FIELDS = "select, input:not([type=range]), .sliders input, textarea"; // controls with keys of their own

/** @typedef {import("../types").StepsState} StepsState */
/** @typedef {import("../types").SceneState} SceneState */
/** @typedef {import("../widget").Model<StepsState>} StepsModel */
/** @typedef {import("./film.js").FilmNode} FilmNode */

/**
 * Draw the searches in an element; anew when their films change.
 *
 * @param {StepsModel} model
 * @param {Element} el
 * @returns {import("../widget").End}
 */
export function renderSteps(model, el) {
  let view = new Steps(model, el);
  const end = listen(model, {
    "change:scenes": () => {
      if (view.take()) return;
      view.leave();
      view = new Steps(model, el);
    },
  });
  return () => {
    end();
    view.leave();
  };
}

/** Return how much larger than usual the page's type is: on a projector it may be. */
function typeScale() {
  return Math.max(1, parseFloat(getComputedStyle(document.documentElement).fontSize) / 16);
}

class Steps {
  /** @type {boolean[]} */
  flips = []; // scenes that have another cut rule
  hasBoth = false;
  greatest = 1; // leaves of the full gauge
  /** @type {Record<string, string[][]>} */
  reels = {}; // words of the steps
  /** @type {Set<string>} */
  asked = new Set(); // reels that were requested and have not arrived
  showsOther = 0; // 1: the other cut rule

  /**
   * @param {StepsModel} model
   * @param {Element} el
   */
  constructor(model, el) {
    this.model = model;
    this.texts = model.get("texts");
    /** @type {SceneView[]} */
    this.scenes = [];
    const films = this.read();
    const size = Math.max(...films.flat().map((film) => film.nodes.length));
    this.step = 0;
    this.active = 0; // scene that the program shows
    this.playing = 0; // timer of the next step
    this.saving = 0; // timer for sending the step to the model
    this.shared = {
      texts: this.texts,
      scale: typeScale(),
      isFocused: size > MOST_WHOLE,
      isCompared: this.showsOther === 1,
      leaf: model.get("changes")?.leaf ?? "",
      change: (/** @type {number[]} */ leaf, /** @type {string} */ value) => model.send({ leaf, value }),
      go: (/** @type {number} */ step) => this.go(step),
      describe: this.describe.bind(this),
    };
    // JupyterLab's keys are not meant here.
    const kind = this.shared.leaf ? "ply-steps changing" : "ply-steps";
    this.box = html("div", { class: kind, tabindex: "-1", "data-lm-suppress-shortcuts": "true" }, el);
    this.controls = new Controls(this.texts, this.actions(), this.box);
    this.sliders = new Sliders(this.box, (slider, place) => model.send({ slider, place }));
    this.hint = html("p", { class: "hint" }, this.box);
    this.trouble = html("p", { class: "trouble", role: "alert" }, this.box);
    this.said = html("p", { class: "said", "aria-live": "polite" }, this.box);
    this.difference = html("p", { class: "difference", hidden: "" }, this.box);
    const stage = html("div", { class: `stage-steps${films.length > 1 ? " several" : ""}` }, this.box);
    this.scenes = this.makeScenes(films, stage);
    this.program = new CodeListing(this.texts, stage);
    if (films.length === 1 && films[0][0].head.width < WIDE) stage.classList.add("beside");
    this.legend = html("ul", { class: "ply-legend" }, this.box);
    this.showAround();
    this.controls.focus.hidden = size < LEAST_FOCUSED;
    this.setSpeed(1);
    this.end = this.listen();
    this.go(model.get("step"), false);
  }

  /**
   * Read the films of the model, and what depends on them.
   *
   * @returns {Film[][]}
   */
  read() {
    const { model } = this;
    /** @type {SceneState[]} */
    const scenes = JSON.parse(model.get("scenes"));
    const films = scenes.map((scene) => scene.films.map((head) => new Film(head)));
    this.flips = scenes.map((scene) => scene.flips);
    this.hasBoth = films.some((takes) => takes.length > 1);
    this.greatest = Math.max(model.get("minimum") ?? 1, ...films.flat().map((film) => film.leaves));
    this.reels = { ...model.get("reels") };
    this.asked = new Set();
    this.showsOther = model.get("other") && this.hasBoth ? 1 : 0;
    return films;
  }

  /** Take the films of a changed tree, and stay at the end. Return false if there are more searches or fewer. */
  take() {
    const { model, scenes, shared } = this;
    const hasEnded = this.step === this.last;
    const films = this.read();
    if (films.length !== scenes.length) return false;
    scenes.forEach((scene, number) => scene.take(films[number], model.get("minimum")));
    shared.isCompared = this.showsOther === 1;
    this.showAround();
    this.go(hasEnded ? this.last : this.step);
    return true;
  }

  /** Show what stands around the trees. */
  showAround() {
    const { model } = this;
    const changes = model.get("changes");
    this.sliders.show(changes?.sliders ?? []);
    this.hint.textContent = changes?.hint ?? "";
    this.trouble.textContent = changes?.trouble ?? "";
    drawLegend(this.legend, model.get("legend"));
    this.controls.rule.hidden = !this.flips.some(Boolean);
  }

  /**
   * @param {Film[][]} films
   * @param {Element} stage
   */
  makeScenes(films, stage) {
    return films.map((takes, number) => {
      const scene = new SceneView(this.shared, takes, this.model.get("minimum"), stage);
      scene.title.addEventListener("click", () => {
        this.active = number;
        this.update();
      });
      return scene;
    });
  }

  /** @returns {import("./controls.js").Actions} */
  actions() {
    return {
      first: () => this.go(0),
      back: () => this.go(this.step - 1),
      play: () => this.play(),
      forward: () => this.go(this.step + 1),
      last: () => this.go(this.last),
      go: (step) => this.go(step),
      setSpeed: (speed) => this.setSpeed(speed),
      flip: () => this.flip(),
      focus: () => this.setFocused(!this.shared.isFocused),
      magnify: (factor) => this.scenes.forEach(({ tree }) => tree.magnify(factor)),
    };
  }

  /** Follow the keys and the model. Return a function that ends this. */
  listen() {
    const { box, model } = this;
    box.addEventListener("keydown", (event) => this.onKey(event));
    // On a page of its own it has all keys that no other thing has; in a notebook never.
    const onPage = (/** @type {KeyboardEvent} */ event) => {
      if (event.target === document.body && box.closest(".page")) this.onKey(event);
    };
    document.addEventListener("keydown", onPage);
    const end = listen(model, {
      "change:reels": () => {
        Object.assign(this.reels, model.get("reels"));
        this.update();
      },
      "change:changes": () => this.showAround(),
      "change:step": () => {
        if (model.get("step") !== this.step) this.go(model.get("step"), false);
      },
    });
    return () => {
      document.removeEventListener("keydown", onPage);
      end();
    };
  }

  /** End what was begun, and leave nothing behind. */
  leave() {
    window.clearInterval(this.playing);
    window.clearTimeout(this.saving);
    this.end();
    this.scenes.forEach(({ tree }) => tree.leave());
    this.box.remove();
  }

  /** The last step of the longest film. */
  get last() {
    return Math.max(...this.scenes.map((scene) => scene.film(this.showsOther).last));
  }

  get activeFilm() {
    return this.scenes[this.active].film(this.showsOther);
  }

  /**
   * Return what the present step of a scene says. Its words may still be on their way.
   *
   * @param {number} number
   */
  words(number) {
    const { model, reels, scenes } = this;
    const film = scenes[number].film(this.showsOther);
    const name = `${number}-${scenes[number].films.indexOf(film)}-${Math.floor(film.step / model.get("reel"))}`;
    if (!reels[name] && !this.asked.has(name)) {
      this.asked.add(name);
      model.send({ reel: name });
    }
    return reels[name]?.[film.step % model.get("reel")]?.[0] ?? "…";
  }

  /**
   * Return what a screen reader says of a node.
   *
   * @param {FilmNode} node
   * @param {Film} film
   * @param {string} differs
   */
  describe(node, film, differs) {
    const { texts } = this;
    const state = [texts.ahead, texts.open, texts.done, texts.gone][node.state];
    const parts = [node.name, texts.shapes[film.shape(node)] ?? "", node.value || node.text, state];
    if (differs) parts.push(differs === "more" ? texts.more : texts.less);
    return parts.filter(Boolean).join(", ");
  }

  /**
   * @param {number} wanted
   * @param {boolean} isSaved whether the model is to hear of it
   */
  go(wanted, isSaved = true) {
    this.step = Math.max(0, Math.min(this.last, wanted));
    for (const scene of this.scenes) {
      const film = scene.film(this.showsOther);
      film.go(Math.min(this.step, film.last));
    }
    this.update();
    this.scenes.forEach(({ tree }) => tree.follow());
    if (isSaved) this.save();
    if (this.playing && this.step === this.last) this.play();
  }

  save() {
    window.clearTimeout(this.saving);
    this.saving = window.setTimeout(() => {
      this.model.set("step", this.step);
      this.model.set("other", this.showsOther === 1);
      this.model.save_changes();
    }, SAVE_MS);
  }

  /** Show the present step. */
  update() {
    const { controls, scenes, shared, texts } = this;
    controls.show(this.step, this.last);
    scenes.forEach((scene, number) => {
      scene.show(scene.film(this.showsOther), this.greatest);
      if (scenes.length > 1) scene.showAmongSeveral(number === this.active, this.words(number));
    });
    this.said.textContent = this.words(this.active);
    const flipping = scenes[Math.max(0, this.flips.indexOf(true))].film(this.showsOther);
    controls.rule.textContent = texts.cutWhen.replace("{rule}", flipping.head.rule);
    controls.rule.setAttribute("aria-pressed", String(shared.isCompared));
    controls.focus.setAttribute("aria-pressed", String(shared.isFocused));
    this.difference.hidden = !shared.isCompared;
    const both = scenes.filter((scene) => scene.films.length > 1);
    const differences = both.map((scene) => scene.film(this.showsOther).head.difference ?? "");
    this.difference.textContent = [...new Set(differences)].filter(Boolean).join(" ");
    this.program.show(this.activeFilm);
  }

  /** Begin to go on by itself, or end it. */
  play() {
    if (this.playing) {
      window.clearInterval(this.playing);
      this.playing = 0;
    } else {
      if (this.step >= this.last) this.go(0);
      this.playing = window.setInterval(() => this.go(this.step + 1), STEP_MS[Number(this.controls.speed.value)]);
    }
    this.controls.showPlaying(this.playing !== 0);
  }

  /** @param {number} wanted */
  setSpeed(wanted) {
    this.controls.speed.value = String(Math.max(0, Math.min(STEP_MS.length - 1, wanted)));
    if (!this.playing) return;
    this.play(); // stop, and start with the new speed
    this.play();
  }

  /** Show the search under the other cut rule, at the step that does the same. */
  flip() {
    if (!this.flips.some(Boolean)) return;
    if (!this.hasBoth) {
      // the films come again with it
      this.said.textContent = "…";
      this.model.set("step", this.step);
      this.model.save_changes();
      this.model.send({ both: true });
      return;
    }
    const hasEnded = this.step === this.last;
    const { here, step } = this.activeFilm;
    this.showsOther = 1 - this.showsOther;
    this.shared.isCompared = this.showsOther === 1;
    const same = this.activeFilm.nodes.find((node) => node.name === here.name && node.steps.length);
    const place = same ? Math.min(here.steps.indexOf(step), same.steps.length - 1) : 0;
    this.go(hasEnded ? this.last : (same?.steps[place] ?? 0));
  }

  /** @param {boolean} isFocused */
  setFocused(isFocused) {
    this.shared.isFocused = isFocused;
    this.scenes.forEach(({ tree }) => tree.refit());
    this.update();
    this.scenes.forEach(({ tree }) => tree.follow());
  }

  /** @param {KeyboardEvent} event */
  onKey(event) {
    if (isBrowsers(event) || (event.target instanceof Element && event.target.matches(FIELDS))) return;
    if (event.key === "Escape") {
      if (this.playing) this.play();
    } else {
      const act = this.controls.actionOf(event);
      if (!act) return;
      act();
    }
    event.preventDefault();
  }
}
