import { documentLanguage } from '#app/i18n/browser.ts'
import { dateWords } from '#app/i18n/date-words.ts'

/**
 * Keeps the words beside date fields (`output[data-date]`, for the field) in step with what is
 * chosen. The server has written those of the values that it sent.
 */
export function sayDates(): void {
  const sayAll = () => {
    for (const words of document.querySelectorAll<HTMLOutputElement>('output[data-date]')) {
      const input = document.getElementById(words.htmlFor.value) as HTMLInputElement | null
      say(words, dateWords(documentLanguage(), input?.value ?? ''))
    }
  }
  for (const event of ['input', 'change', 'pageshow']) addEventListener(event, sayAll)
  // A form has its old values again only after this event.
  addEventListener('reset', () => setTimeout(sayAll))
}

/**
 * Writes a text, unless it was the last one written: what is shown by now may be a translation of
 * it.
 */
function say(place: HTMLElement, text: string): void {
  if (place.dataset.said !== text) place.textContent = place.dataset.said = text
}
