/**
 * A form-encoded body as Stripe reads it: nested by brackets, lists as records with numeric keys.
 */
export type Form = { [name: string]: string | Form }

const NAME = /^([^[\]]+)((?:\[[^[\]]*\])*)$/

/**
 * Parses `a[b][c]=1&list[]=x`. If a name occurs twice, the last value counts; a name with broken
 * brackets is taken as a whole.
 */
export function parseForm(text: string): Form {
  const form = emptyForm()
  for (const [name, value] of new URLSearchParams(text)) insert(form, pathOf(name), value)
  return form
}

// No prototype, so that `__proto__` or `constructor` is a field like any other.
const emptyForm = (): Form => Object.create(null)

function pathOf(name: string): string[] {
  const match = NAME.exec(name)
  if (!match) return [name]
  const inner = [...(match[2] ?? '').matchAll(/\[([^[\]]*)\]/g)].map((m) => m[1] ?? '')
  return [match[1] ?? '', ...inner]
}

function insert(form: Form, path: string[], value: string): void {
  let at = form
  for (const [depth, step] of path.entries()) {
    const key = step === '' ? String(Object.keys(at).length) : step
    if (depth === path.length - 1) {
      at[key] = value
      return
    }
    const next = at[key]
    const inner = typeof next === 'object' ? next : emptyForm()
    at[key] = inner
    at = inner
  }
}
