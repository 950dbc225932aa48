import { documentLanguage } from '#app/i18n/browser.ts'
import { formatOf } from '#app/i18n/format.ts'
import { createInterpreter } from '#app/i18n/interpreter.ts'
import { destinationOf, gramsOf, type PostageRow } from '#app/orders/rules/postage.ts'
import { answerTo, type OfferText, offersFor } from './estimate-answer.ts'

// Answers the postage estimate while one types (decision 0016). Prices, texts and the empty parts
// of an answer are in a template beside the form (app/orders/ui/estimate.tsx).

const parts = find<HTMLTemplateElement>(document, '#estimate-parts')
const card = parts.parentElement ?? document
const form = find<HTMLFormElement>(card, 'form')
const weight = form.elements.namedItem('kg') as HTMLInputElement
const status = find(card, '[role=status]')
const offers = find(card, 'ul')
const mistake = find(parts.content, `#${weight.id}-error`)

const rows: PostageRow[] = JSON.parse(parts.dataset.rows ?? '')
const t = createInterpreter(JSON.parse(parts.dataset.texts ?? ''), documentLanguage())
const words = { t, format: formatOf(t) }

/** What was shown last in each place: by now there may be a translation of it. */
const shown = new WeakMap<Element, string>()

/** The weight when it was last validated, so that no error appears while 0.5 is being typed. */
let checked = shownMistake() && weight.defaultValue

form.addEventListener('input', update)
form.addEventListener('focusout', () => weight.value.trim() !== '' && check())
form.addEventListener('submit', (event) => {
  event.preventDefault()
  check()
  if (gramsOf(weight.value) === null) weight.focus()
})
// The browser may have filled in the fields before this script ran, or does so on going back.
addEventListener('pageshow', update)
update()

function check(): void {
  checked = weight.value
  update()
}

function update(): void {
  const grams = gramsOf(weight.value)
  const to = destinationOf(new FormData(form).get('to'))
  const parcel = grams === null ? null : { rows, grams, to }
  const answer = parcel && answerTo(words, parcel)
  const notes = answer?.notes.map((note) => textPart('note', note)) ?? []
  showMistake(grams === null && checked === weight.value)
  show(status, answer ? [textPart('headline', answer.headline), ...notes] : [])
  show(offers, parcel ? offersFor(words, parcel).map(offerPart) : [])
}

/** Only changes what differs, since every change of an answer is announced. */
function show(place: Element, children: Element[]): void {
  const html = children.map(({ outerHTML }) => outerHTML).join('')
  if ((shown.get(place) ?? place.innerHTML) !== html) place.replaceChildren(...children)
  shown.set(place, html)
}

function textPart(name: string, text: string): Element {
  const part = partOf(name)
  part.textContent = text
  return part
}

function offerPart(offer: OfferText): Element {
  const part = partOf(offer.takes === null ? 'offer' : 'refusal')
  for (const [name, text] of Object.entries(offer))
    if (text !== null) find(part, `[data-text=${name}]`).textContent = text
  return part
}

function showMistake(bad: boolean): void {
  const shown = shownMistake()
  if (bad === (shown !== null)) return
  const hint = `${weight.id}-hint`
  weight.setAttribute('aria-describedby', bad ? `${hint} ${mistake.id}` : hint)
  if (bad) weight.setAttribute('aria-invalid', 'true')
  else weight.removeAttribute('aria-invalid')
  if (bad) weight.closest('div')?.insertAdjacentElement('beforeend', copyOf(mistake))
  else shown?.remove()
}

function shownMistake(): Element | null {
  return document.getElementById(mistake.id)
}

function partOf(name: string): Element {
  return copyOf(find(parts.content, `[data-part=${name}]`))
}

function copyOf(element: Element): Element {
  return element.cloneNode(true) as Element
}

function find<Found extends Element>(
  within: Pick<ParentNode, 'querySelector'>,
  selector: string,
): Found {
  const found = within.querySelector<Found>(selector)
  if (!found) throw new Error(`the estimate lacks ${selector}`)
  return found
}
