import { type Control, heldBy, nameOf, putInto } from './controls.ts'

const controls = () =>
  [...document.querySelectorAll(':is(input, select, textarea):not([type=hidden])')] as Control[]

/**
 * Notes what is in the document's controls until the returned function is called, which puts it
 * back if React has changed it: React resets a text area, and if the document has been changed by
 * others, it may draw all of it from scratch.
 */
export function holdTyped(): () => void {
  const before = controls()
  const texts = new Map<unknown, string>()
  const note = (control: unknown) => {
    if (control instanceof HTMLTextAreaElement) texts.set(control, control.value)
  }
  before.forEach(note)
  let focused: unknown = document.activeElement
  const noteFocus = ({ target }: Event) => {
    focused = target
  }
  const noteInput = ({ target }: Event) => note(target)
  addEventListener('input', noteInput)
  addEventListener('focusin', noteFocus)
  return () => {
    removeEventListener('input', noteInput)
    removeEventListener('focusin', noteFocus)
    const now = controls()
    for (const control of before) {
      const name = nameOf(control)
      const shown = control.isConnected ? control : now.find((one) => nameOf(one) === name)
      if (!shown) continue
      putInto(shown, texts.get(control) ?? heldBy(control))
      if (control === focused && shown !== control) focusLike(control, shown)
    }
  }
}

/** Gives a control the focus and the caret that another one had. */
function focusLike(old: Control, now: Control): void {
  now.focus({ preventScroll: true })
  if ('selectionStart' in old && 'selectionStart' in now) {
    // Only text has a caret.
    if (old.selectionStart !== null) now.setSelectionRange(old.selectionStart, old.selectionEnd)
  }
}
