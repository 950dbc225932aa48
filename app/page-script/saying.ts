/**
 * Writes a text, unless it was the last one written: what is shown by now may be a translation of
 * it.
 */
export function say(place: HTMLElement, text: string): void {
  if (place.dataset.said !== text) place.textContent = place.dataset.said = text
}
