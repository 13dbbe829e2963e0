// The picked piece: a person picks it up by a press or by dragging, then puts it down or back.

import { CELL, cellAt } from "./geometry.js";

const STILL_PX = 6; // greatest way of a finger or a mouse that still counts as a click

/** @typedef {{ from: number, pointer: number, x: number, y: number, isCarried: boolean }} Held */

export class PickedPiece {
  /** @param {import("./grid.js").Grid} grid */
  constructor(grid) {
    this.grid = grid;
    /** @type {number | null} */
    this.picked = null; // cell of the picked piece
    /** @type {number | null} */
    this.turn = null; // turn in which it was picked up
    /** @type {number | null} */
    this.landed = null; // cell where a carried piece was let go
    /** @type {Held | null} */
    this.held = null; // pointer that is down on a piece
  }

  get carries() {
    return this.held?.isCarried ?? false;
  }

  /** @param {SVGSVGElement} board */
  listen(board) {
    board.addEventListener("pointermove", (event) => this.carry(event));
    board.addEventListener("pointerup", (event) => this.drop(event));
    // A finger on a piece does not scroll the page (browsers heed touch-action for the picture as a whole only).
    board.addEventListener("touchmove", (event) => this.held && event.preventDefault(), { passive: false });
    board.addEventListener("pointercancel", () => this.held && this.putBack());
  }

  /** Let go of a piece that the turn, or the rules, have taken away. */
  follow() {
    const isStale = this.turn !== this.grid.model.get("turn");
    if (this.picked !== null && (isStale || !this.grid.isMine(this.picked))) this.empty();
  }

  /** @param {number} cell */
  pick(cell) {
    const { model } = this.grid;
    [this.picked, this.turn, this.landed] = [cell, model.get("turn"), null];
    this.grid.say(model.get("picks")[cell]);
    this.grid.fill();
  }

  /** Forget the picked piece. */
  empty() {
    this.picked = this.held = null;
    this.grid.carryLayer.replaceChildren();
  }

  putBack() {
    this.empty();
    this.grid.say(this.grid.model.get("returned"));
    this.grid.fill();
  }

  /**
   * @param {number} cell
   * @param {PointerEvent} event
   */
  hold(cell, { button, isPrimary, pointerId, clientX, clientY }) {
    if (button !== 0 || !isPrimary || !this.grid.isMine(cell)) return;
    this.held = { from: cell, pointer: pointerId, x: clientX, y: clientY, isCarried: false };
  }

  /**
   * Return where a pointer is, in the unit of the picture.
   *
   * @param {PointerEvent} event
   * @returns {[number, number]}
   */
  place({ clientX, clientY }) {
    const screen = this.grid.board.getScreenCTM();
    const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(screen?.inverse());
    return [x, y];
  }

  /** @param {PointerEvent} event */
  carry(event) {
    const { grid, held } = this;
    if (!held || event.pointerId !== held.pointer) return;
    if (!held.isCarried) {
      if (Math.hypot(event.clientX - held.x, event.clientY - held.y) < STILL_PX) return;
      grid.board.setPointerCapture(held.pointer);
      held.isCarried = true;
      const mark = grid.marks[held.from];
      grid.material.drawAt(mark, -CELL / 2, -CELL / 2, grid.carryLayer);
      grid.moveCursor(held.from, false);
      this.pick(held.from);
    }
    const place = this.place(event);
    grid.carryLayer.setAttribute("transform", `translate(${place.join(" ")})`);
    grid.point(cellAt(place, grid.extent));
  }

  /** @param {PointerEvent} event */
  drop(event) {
    const { grid, held } = this;
    if (!held || event.pointerId !== held.pointer) return;
    this.held = null;
    if (!held.isCarried) return; // a click
    const to = cellAt(this.place(event), grid.extent);
    this.landed = to; // a piece that was carried does not slide
    grid.play([held.from, to]);
    grid.point(null);
  }
}
