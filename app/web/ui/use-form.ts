import { type FormEvent, type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import { useT } from '#app/i18n/context.tsx'
import type { Failure } from '#app/kernel/result.ts'

/** A form that the server sends back (app/web/http/form.server.ts). */
export type FormResult = {
  /** The fields as they were sent, except passwords. */
  sent: [name: string, text: string][]
  /** The errors by field name, in the page's language; those under '' are shown above the form. */
  errors: Record<string, string[]>
  /** The failure behind `errors['']`, if the form was refused as a whole. */
  failure: Failure | null
}

/** A field as its control needs it: `start` is its initial value, `value` its current one. */
export type FormField = {
  id: string
  name: string
  start: string
  value: string
  errors: string[] | undefined
}
export type FormFields<Values> = { [Name in keyof Values]: FormField }

export type FormState<Values> = {
  /** For `<Form {...form}>`. */
  form: {
    id: string
    ref: RefObject<HTMLFormElement>
    noValidate: true
    onInput(event: FormEvent<HTMLFormElement>): void
  }
  fields: FormFields<Values>
  /** Errors that concern the form as a whole. */
  errors: string[]
  /**
   * Whether a part of the form is filled in as its controls ask; otherwise shows each field's error
   * and focuses the first.
   */
  check(part: Element): boolean
}

/**
 * A form validated by the server: starts with `values`, or with what was sent after a refused
 * attempt, and knows each field's errors and current value. A field's error goes as soon as the
 * field is changed. conform's browser half does more than we need and weighs 9 kB.
 */
export function useForm<Values extends Record<string, string>>(
  id: string,
  values: Values,
  result: FormResult | null,
): FormState<Values> {
  const t = useT()
  const ref = useRef<HTMLFormElement>(null)
  const [known, setKnown] = useState({ of: result, errors: result?.errors ?? {} })
  const errors = known.of === result ? known.errors : (result?.errors ?? {})
  const setErrors = (errors: FormResult['errors']) => setKnown({ of: result, errors })
  const start = { ...values, ...Object.fromEntries(result?.sent ?? []) } as Values
  const [held, setHeld] = useState<Record<string, unknown>>(start)
  useEffect(() => {
    const form = ref.current
    // Picks up what was typed before the scripts ran, or restored by the browser.
    if (form) startTransition(() => setHeld(reading(form)))
  }, [])
  useEffect(() => {
    if (Object.keys(result?.errors ?? {}).length > 0) focusOnError(ref.current)
  }, [result])
  const fieldOf = (name: string): FormField => ({
    id: `${id}-${name}`,
    name,
    start: start[name] ?? '',
    value: String(held[name] ?? ''),
    errors: errors[name],
  })
  return {
    // The browser's own messages are in its language instead of the page's, and appear one at a
    // time.
    form: {
      id,
      ref,
      noValidate: true,
      onInput: ({ currentTarget, target }) => {
        setHeld(reading(currentTarget))
        const name = 'name' in target ? String(target.name) : ''
        const { [name]: corrected, ...others } = errors
        if (corrected) setErrors(others)
      },
    },
    fields: Object.fromEntries(
      Object.keys(values).map((name) => [name, fieldOf(name)]),
    ) as FormFields<Values>,
    errors: result?.errors[''] ?? [],
    check(part) {
      const wrong = [...part.querySelectorAll<HTMLInputElement>(':invalid[name]')]
      if (wrong.length === 0) return true
      setErrors({
        ...errors,
        ...Object.fromEntries(wrong.map(({ name, validity }) => [name, [t(wrongWith(validity))]])),
      })
      // After the summary, which takes the focus when it gets an error.
      setTimeout(() => wrong[0]?.focus())
      return false
    },
  }
}

const wrongWith = ({ valueMissing, badInput }: ValidityState) =>
  valueMissing || badInput ? 'common:form.missing' : 'common:form.outside'

/**
 * The form's current values, on top of the earlier ones: a disabled control keeps its last value.
 */
const reading = (form: HTMLFormElement) => (before: Record<string, unknown>) => ({
  ...before,
  ...untickedBoxes(form),
  ...Object.fromEntries(new FormData(form)),
})

/** An unticked box is missing from a form's data, just like a disabled one. */
const untickedBoxes = (form: HTMLFormElement) =>
  Object.fromEntries(
    [...form.querySelectorAll<HTMLInputElement>('[type=checkbox]:not(:checked)')].map(
      ({ name }) => [name, ''],
    ),
  )

/** Focuses the first invalid field, unless a summary above the form already has the focus. */
function focusOnError(form: HTMLFormElement | null) {
  if (!form || document.activeElement?.matches('[role=alert]')) return
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}

/** The attributes of a field's control. */
export const control = ({ id, name, start }: FormField) => ({ id, name, defaultValue: start })
