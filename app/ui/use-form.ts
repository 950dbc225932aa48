import { type FormEvent, type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import type { Failure } from '#app/domain/result.ts'

/** A form that the server sends back (app/http/form.server.ts). */
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

type FormState<Values> = {
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
}

/**
 * A form validated by the server alone: starts with `values`, or with what was sent after a refused
 * attempt, and knows each field's errors and current value. conform's browser half does more than
 * we need and weighs 9 kB.
 */
export function useForm<Values extends Record<string, string>>(
  id: string,
  values: Values,
  result: FormResult | null,
): FormState<Values> {
  const ref = useRef<HTMLFormElement>(null)
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
    errors: result?.errors[name],
  })
  return {
    // The browser's own messages are in its language instead of the page's, and appear one at a
    // time.
    form: { id, ref, noValidate: true, onInput: (event) => setHeld(reading(event.currentTarget)) },
    fields: Object.fromEntries(
      Object.keys(values).map((name) => [name, fieldOf(name)]),
    ) as FormFields<Values>,
    errors: result?.errors[''] ?? [],
  }
}

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
