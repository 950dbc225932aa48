import { invalidParameter } from './errors.ts'
import type { Form } from './form.ts'

/** Readers of a call's parameters. Each throws Stripe's error for a value it does not accept. */

/** Refuses parameters that the call does not know, which catches misspelt ones. */
export function allowOnly(form: Form, names: readonly string[]): void {
  for (const name of Object.keys(form))
    if (!names.includes(name))
      throw invalidParameter('parameter_unknown', name, `Received unknown parameter: ${name}`)
}

/** A text, or null if there is none. An empty text unsets a field and is null too. */
export function text(form: Form, name: string): string | null {
  const value = form[name]
  if (value === undefined || value === '') return null
  if (typeof value !== 'string')
    throw invalidParameter('parameter_invalid_string', name, `Invalid string: ${name}`)
  return value
}

export function requiredText(form: Form, name: string): string {
  const value = text(form, name)
  if (value === null)
    throw invalidParameter('parameter_missing', name, `Missing required param: ${name}.`)
  return value
}

export function integer(form: Form, name: string): number | null {
  const value = text(form, name)
  if (value === null) return null
  if (!/^-?\d{1,15}$/.test(value))
    throw invalidParameter('parameter_invalid_integer', name, `Invalid integer: ${value}`)
  return Number(value)
}

export function positiveInteger(form: Form, name: string): number | null {
  const value = integer(form, name)
  if (value !== null && value < 1)
    throw invalidParameter(
      'parameter_invalid_integer',
      name,
      'This value must be greater than or equal to 1.',
    )
  return value
}

export function boolean(form: Form, name: string): boolean {
  const value = text(form, name)
  if (value !== null && value !== 'true' && value !== 'false')
    throw invalidParameter('parameter_invalid_boolean', name, `Invalid boolean: ${value}`)
  return value === 'true'
}

export function oneOf<T extends string>(form: Form, name: string, values: readonly T[]): T | null {
  const value = text(form, name)
  if (value === null) return null
  const found = values.find((known) => known === value)
  if (!found)
    throw invalidParameter(
      'parameter_invalid_enum',
      name,
      `Invalid ${name}: must be one of ${values.join(', ')}`,
    )
  return found
}

/** A nested part, or null. */
export function part(form: Form, name: string): Form | null {
  const value = form[name]
  return typeof value === 'object' ? value : null
}

/** A list of texts (`name[]=…` or `name[0]=…`), or null if there is none. */
export function texts(form: Form, name: string): string[] | null {
  const list = part(form, name)
  return list && Object.values(list).filter((value) => typeof value === 'string')
}

/** Merges `metadata` into what was there; an empty value removes its key. */
export function mergeMetadata(before: Record<string, string>, form: Form): Record<string, string> {
  const after = { ...before }
  const given = part(form, 'metadata') ?? {}
  for (const key of Object.keys(given)) {
    const value = text(given, key)
    if (value === null) delete after[key]
    else after[key] = value
  }
  return after
}
