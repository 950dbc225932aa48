import { type Control, heldBy, nameOf, putInto } from './controls.ts'

const UNTYPED = ['hidden', 'file', 'submit']

/** The document's controls by name; of several with one name, each by its number among them. */
function controls(): Map<string, Control> {
  const named = new Map<string, Control>()
  for (const control of [...document.querySelectorAll('input, select, textarea')] as Control[]) {
    const name = nameOf(control)
    let n = 0
    while (named.has(`${name} ${n}`)) n++
    if (!UNTYPED.includes(control.type)) named.set(`${name} ${n}`, control)
  }
  return named
}

/**
 * Notes what is in the document's controls until the returned function is called, which puts it
 * back if React has changed it: React resets a text area, and if the document has been changed by
 * others, it may draw all of it from scratch.
 */
export function holdTyped(): () => void {
  const before = controls()
  const texts = new Map<unknown, string>()
  for (const one of before.values()) if (one.type === 'textarea') texts.set(one, one.value)
  const note = ({ target }: Event) => {
    if (target instanceof HTMLTextAreaElement) texts.set(target, target.value)
  }
  let focused = document.activeElement
  const noteFocus = ({ target }: Event) => {
    focused = target as Element
  }
  document.addEventListener('input', note, { capture: true })
  document.addEventListener('focusin', noteFocus)
  return () => {
    document.removeEventListener('input', note, { capture: true })
    document.removeEventListener('focusin', noteFocus)
    const now = controls()
    for (const [name, control] of before) {
      const shown = control.isConnected ? control : now.get(name)
      if (!shown) continue
      putInto(shown, texts.get(control) ?? heldBy(control))
      if (control === focused && shown !== control) focusLike(control, shown)
    }
  }
}

/** Gives a control the focus and the caret that another one had. */
function focusLike(old: Control, now: Control): void {
  now.focus({ preventScroll: true })
  if ('selectionStart' in old && 'setSelectionRange' in now && old.selectionStart !== null)
    now.setSelectionRange(old.selectionStart, old.selectionEnd)
}
