const said = new WeakMap<Element, string>()

/**
 * Writes a text, unless it was the last one written: what is shown by now may be a translation of
 * it.
 */
export function say(place: Element, text: string): void {
  if ((said.get(place) ?? place.textContent) !== text) place.textContent = text
  said.set(place, text)
}
