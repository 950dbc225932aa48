import { type Control, heldBy, nameOf, putInto } from '#app/web/ui/controls.ts'
import { around } from './around.ts'
import { type Answer, ask, follow, NoAnswer } from './ask.ts'

/** A form that the page sends by script (app/web/ui/form.tsx). */
const FORM = 'form[data-form]'
const ALERTS = '[role=alert]'

type Submitter = HTMLButtonElement | null
/** The button that sent a form last: what is sent again after a lost line. */
const pressed = new WeakMap<HTMLFormElement, Submitter>()

/** What is sent: older WebViews leave the pressed button out. */
export function fieldsOf(form: HTMLFormElement, submitter: Submitter = null): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [name, value] of new FormData(form)) fields.append(name, String(value))
  if (submitter?.name) fields.append(submitter.name, submitter.value)
  return fields
}

/** An absolute address. (`form.action` may be a field of that name.) */
export const addressOf = (form: HTMLFormElement): string =>
  new URL(form.getAttribute('action') ?? '', location.href).href

/**
 * Sends forms without leaving the page. An answer that refuses takes the place of what is shown;
 * one that leads on is followed; without an answer a note says so, and everything stays as it was.
 */
export function sendForms(draw: (part: Document | HTMLElement) => void): void {
  addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement
    if (event.defaultPrevented || !form.matches(FORM)) return
    event.preventDefault()
    if (!form.dataset.busy) void send(form, event.submitter as Submitter, draw)
  })
  addEventListener('click', (event) => {
    const form = around(event, '[data-again]')?.closest('form')
    if (form) void send(form, pressed.get(form) ?? null, draw)
  })
  addEventListener('input', ({ target }) => correct(target as Control))
  // A page that was left while it waited, and is shown again.
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return
    for (const form of document.querySelectorAll<HTMLFormElement>(FORM)) setBusy(form, null, false)
  })
}

async function send(
  form: HTMLFormElement,
  submitter: Submitter,
  draw: (part: Document | HTMLElement) => void,
): Promise<void> {
  const fields = fieldsOf(form, submitter)
  const focused = document.activeElement
  pressed.set(form, submitter)
  for (const note of form.querySelectorAll('[data-note]')) note.remove()
  setBusy(form, submitter, true)
  try {
    const answer = await ask(addressOf(form), fields, 'sent')
    if (follow(answer)) return
    const movedTo = document.activeElement === focused ? null : document.activeElement
    const part = show(answer, form, fields)
    if (part) draw(part)
    else note(form, 'offline')
    if (part) focusOnAnswer(part, submitter, movedTo)
  } catch (error) {
    note(form, error instanceof NoAnswer ? 'silent' : 'offline')
  }
  setBusy(form, submitter, false)
}

/** Marks a form and the button that sent it as busy, or as free again. */
function setBusy(form: HTMLFormElement, submitter: Submitter, busy: boolean): void {
  if (busy) form.dataset.busy = ''
  else delete form.dataset.busy
  const all = form.id ? document.querySelectorAll(`[form="${form.id}"][aria-busy]`) : []
  const buttons = busy ? [submitter] : [...form.querySelectorAll('[aria-busy]'), ...all]
  for (const button of buttons as Submitter[]) {
    const words = button?.querySelector('span')
    if (!button || !words) continue
    const { busyLabel } = button.dataset
    if (busy && busyLabel === undefined) continue
    button.disabled = busy
    if (busy) button.setAttribute('aria-busy', 'true')
    else button.removeAttribute('aria-busy')
    // Each is the other's text meanwhile.
    button.dataset.busyLabel = words.textContent ?? ''
    words.textContent = busyLabel ?? ''
  }
}

/** Says that there was no answer, above the form's fields. */
function note(form: HTMLFormElement, kind: 'offline' | 'silent'): void {
  const words = form.querySelector<HTMLTemplateElement>(`template[data-unanswered=${kind}]`)
  if (!words) return
  const shown = words.content.cloneNode(true) as DocumentFragment
  form.insertBefore(shown, words)
  const box = form.querySelector<HTMLElement>('[data-note]')
  if (box) box.role = 'alert'
  box?.scrollIntoView({ block: 'nearest' })
}

/**
 * Shows an answer in place of the page, or of the dialog over it. Returns what is shown now; null
 * if the answer is no page of ours, or an error that would take what was typed with it.
 */
function show(
  { status, text }: Answer,
  form: HTMLFormElement,
  fields: URLSearchParams,
): HTMLElement | null {
  const fresh = new DOMParser().parseFromString(text, 'text/html')
  const [part, now] = ['dialog[open]', 'main'].flatMap((selector) => {
    const [one, other] = [document, fresh].map((page) => page.querySelector<HTMLElement>(selector))
    return one?.contains(form) && other ? [one, other] : []
  })
  if (!part || !now) return null
  if (status >= 500 && !fresh.querySelector(FORM)) return null
  const address = addressOf(form)
  if (address !== location.href) history.replaceState(history.state, '', address)
  document.title = fresh.title
  document.documentElement.toggleAttribute('data-refused', status >= 400)
  carryOver(part, now, fields)
  part.replaceChildren(...now.childNodes)
  return part
}

/**
 * Focuses what the answer asks to be looked at, or the button again; but whoever has gone on to
 * another field meanwhile stays there.
 */
function focusOnAnswer(part: Element, submitter: Submitter, movedTo: Element | null): void {
  const name = movedTo && nameOf(movedTo as Control)
  const there = controlsOf(part).find((control) => nameOf(control) === name)
  if (there) {
    there.focus({ preventScroll: true })
    return
  }
  const same =
    submitter?.name && part.querySelector(`[name="${submitter.name}"][value="${submitter.value}"]`)
  const target = part.querySelector('[autofocus]') ?? (same || part.querySelector('[type=submit]'))
  if (target instanceof HTMLElement) target.focus({ preventScroll: !target.matches('[autofocus]') })
  part.querySelector(ALERTS)?.scrollIntoView({ block: 'nearest' })
}

/** Whoever changes a field is correcting it: its error goes, and its line above the form. */
function correct(control: Control): void {
  const { id } = control
  if (!control.matches?.('[aria-invalid]')) return
  control.removeAttribute('aria-invalid')
  document.getElementById(`${id}-error`)?.remove()
  const line = document.querySelector(`${ALERTS} a[href="#${CSS.escape(id)}"]`)?.closest('li')
  const summary = line?.closest(ALERTS)
  line?.remove()
  if (!summary?.querySelector('li')) summary?.remove()
}

/**
 * Puts what is held by the controls of one part into those of another. Where the server drew
 * something else than what was sent to it, and nobody has changed that since, it means that.
 */
export function carryOver(from: Element, to: Element, sent: URLSearchParams): void {
  const before = new Map(controlsOf(from).map((control) => [nameOf(control), heldBy(control)]))
  for (const control of controlsOf(to)) {
    const held = before.get(nameOf(control))
    // A password is never sent back.
    const isMeant = held === sent.get(control.name) && !isPassword(control)
    if (held !== undefined && !isMeant) putInto(control, held)
  }
}

const isPassword = ({ type }: Control) => type === 'password'

export const controlsOf = (part: Element) =>
  [...part.querySelectorAll(':is(input, select, textarea):not([type=hidden])')] as Control[]
