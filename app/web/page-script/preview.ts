import { type Control, heldBy, nameOf } from '#app/web/ui/controls.ts'
import { ask } from './ask.ts'
import { addressOf, carryOver, controlsOf, fieldsOf } from './forms.ts'

/** A pause in typing. */
const PAUSE_MS = 200
/** How long a press waits for what depends on the choices before it. */
const PATIENCE_MS = 2000

const partsOf = (page: Document | HTMLElement) =>
  new Map(
    [...page.querySelectorAll<HTMLElement>('[data-part]')].map((part) => [part.dataset.part, part]),
  )

/**
 * While a form with `data-preview` is being filled in, the server draws its page with what is in it
 * so far, and the parts (`data-part`) that differ are replaced. So what depends on a choice is
 * known to the server alone. A GET form is asked at its own address. Returns what forgets the page
 * as it was sent, once another one is shown, and what resolves once the last choice is drawn.
 */
export function drawPreviews(draw: (part: Document | HTMLElement) => void) {
  /** The parts as the server sent them: what is shown may have been translated. */
  let sent = drawn(document)
  let timer: ReturnType<typeof setTimeout> | undefined
  /** The last form that has been changed since. */
  let due: HTMLFormElement | null = null
  let looking: Promise<void> | undefined
  let asking = new AbortController()
  /** Whether a mistake was found in a text that is still being typed. */
  let left = false

  async function look(form: HTMLFormElement): Promise<void> {
    asking.abort()
    asking = new AbortController()
    const fields = fieldsOf(form)
    const html = await read(form, fields, asking.signal).catch(() => null)
    if (html === null || !form.isConnected) return
    const fresh = partsOf(new DOMParser().parseFromString(html, 'text/html'))
    const shown = partsOf(document)
    left = false
    for (const [key, part] of fresh) {
      const now = shown.get(key)
      const sign = signOf(part)
      const isSame = sent.get(key) === sign && !isMeant(part, fields)
      if (!now || isSame || isOfRefusal(now)) continue
      if (isHalfTyped(now) && part.querySelector('[aria-invalid]')) {
        left = true
        continue
      }
      sent.set(key, sign)
      carryOver(now, part, fields)
      replace(now, part)
      draw(now)
    }
  }

  const lookSoon = ({ target }: Event) => {
    const form = (target as Element).closest?.<HTMLFormElement>('form[data-preview]')
    if (!form) return
    clearTimeout(timer)
    due = form
    timer = setTimeout(lookNow, PAUSE_MS)
  }
  function lookNow(): void {
    clearTimeout(timer)
    if (due) looking = look(due)
    due = null
  }
  addEventListener('input', lookSoon)
  addEventListener('change', lookSoon)
  addEventListener('focusout', (event) => left && lookSoon(event))
  // Whoever was quicker than the scripts, and what the browser has kept of a form.
  addEventListener('pageshow', () => {
    const form = document.querySelector<HTMLFormElement>('form[data-preview]')
    if (form && controlsOf(form).some(isChanged)) looking = look(form)
  })
  return {
    forget: () => {
      asking.abort()
      sent = drawn(document)
    },
    async drawnLast(): Promise<void> {
      lookNow()
      await Promise.race([looking, new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))])
    },
  }
}

const drawn = (page: Document | HTMLElement) =>
  new Map([...partsOf(page)].map(([key, part]) => [key, signOf(part)]))

/** A part as the server drew it, whatever its controls hold. */
function signOf(part: HTMLElement): string {
  const copy = part.cloneNode(true) as HTMLElement
  for (const control of controlsOf(copy)) {
    for (const name of ['value', 'checked']) control.removeAttribute(name)
    if (control instanceof HTMLTextAreaElement) control.textContent = ''
  }
  for (const option of all(copy, '[selected]')) option.removeAttribute('selected')
  for (const words of all(copy, '[data-date]')) words.textContent = ''
  return copy.outerHTML
}

/** Whether the server drew another value than what was sent to it. */
const isMeant = (part: HTMLElement, fields: URLSearchParams) =>
  controlsOf(part).some(
    (control) =>
      control.type !== 'password' &&
      fields.has(control.name) &&
      heldBy(control) !== fields.get(control.name) &&
      typeof heldBy(control) === 'string',
  )

/** The page as the server draws it for what is in the form; null if it does not answer with it. */
async function read(form: HTMLFormElement, fields: URLSearchParams, signal: AbortSignal) {
  if (form.method === 'post') {
    const { status, text } = await ask(addressOf(form), fields, 'preview', signal)
    return status === 200 ? text : null
  }
  const answer = await fetch(`?${fields}`, { signal })
  return answer.ok ? answer.text() : null
}

const isChanged = (control: Control) =>
  control instanceof HTMLSelectElement
    ? [...control.options].some((one) => one.defaultSelected && !one.selected)
    : control.value !== control.defaultValue

/** What the server refused, or the check of a step, stays said until it is corrected. */
const isOfRefusal = (part: Element) =>
  part.querySelector('[data-checked]') !== null ||
  (document.documentElement.hasAttribute('data-refused') &&
    part.querySelector('[aria-invalid]') !== null)

/** A text in which somebody is typing: a mistake in it is said once they have left it. */
const isHalfTyped = (part: HTMLElement) =>
  controlsOf(part).some(
    (control) =>
      control === document.activeElement &&
      control.matches('input:not([type^=date], [aria-invalid])'),
  )

/** Replaces what is in a part, but not the control in which somebody is typing. */
function replace(shown: HTMLElement, fresh: HTMLElement): void {
  for (const { name, value } of fresh.attributes) shown.setAttribute(name, value)
  const typing = controlsOf(shown).find((control) => control === document.activeElement)
  const drawn = typing && controlsOf(fresh).find((control) => nameOf(control) === nameOf(typing))
  if (typing && drawn) {
    replaceAround(typing, drawn, [shown, fresh])
    return
  }
  const buttons = 'a, button, summary'
  const focused = all(shown, buttons).indexOf(document.activeElement as HTMLElement)
  shown.replaceChildren(...fresh.childNodes)
  all(shown, buttons)[focused]?.focus({ preventScroll: true })
}

const all = (part: HTMLElement, selector: string) => [
  ...part.querySelectorAll<HTMLElement>(selector),
]

const SAID_OF_IT = ['aria-invalid', 'aria-describedby', 'min', 'max', 'required']

function replaceAround(typing: Control, drawn: Control, [shown, fresh]: HTMLElement[]): void {
  if (!shown || !fresh) return
  for (const name of SAID_OF_IT) {
    const value = drawn.getAttribute(name)
    if (value === null) typing.removeAttribute(name)
    else typing.setAttribute(name, value)
  }
  const [old, now] = [[...shown.children], [...fresh.children]]
  const kept = old.find((child) => child.contains(typing))
  const at = now.findIndex((child) => child.contains(drawn))
  for (const child of old) if (child !== kept) child.remove()
  for (const child of now.slice(0, at)) shown.insertBefore(child, kept ?? null)
  for (const child of now.slice(at + 1)) shown.appendChild(child)
}
