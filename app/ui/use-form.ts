import { type FormEvent, type RefObject, startTransition, useEffect, useRef, useState } from 'react'
import type { Failure } from '#app/domain/result.ts'

/** A form that the server sends back (app/http/form.server.ts). */
export type FormResult = {
  /** The fields as they were sent, but for passwords. */
  sent: [name: string, text: string][]
  /** What is wrong, in the page's language, by the names of fields; '' is above the form. */
  errors: Record<string, string[]>
  /** What `errors['']` tells, where it is the form as a whole that was refused. */
  failure: Failure | null
}

/** A field as its control needs it: `start` is what it begins with, `value` what it holds now. */
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
  /** What is wrong with the form as a whole. */
  errors: string[]
}

/**
 * A form whose rules are the server's alone: begins with `values`, or after a refused try with what
 * was sent, and knows each field's errors and what it holds now. conform's own half in the browser
 * does more than is asked for here and weighs 9 kB.
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
    // What was typed before the scripts came, or put back by the browser.
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
    // The browser's own messages are in its language, not in the page's, and come one at a time.
    form: { id, ref, noValidate: true, onInput: (event) => setHeld(reading(event.currentTarget)) },
    fields: Object.fromEntries(
      Object.keys(values).map((name) => [name, fieldOf(name)]),
    ) as FormFields<Values>,
    errors: result?.errors[''] ?? [],
  }
}

/** What a form holds now, over what it held before: a control that is off keeps its last value. */
const reading = (form: HTMLFormElement) => (before: Record<string, unknown>) => ({
  ...before,
  ...untickedBoxes(form),
  ...Object.fromEntries(new FormData(form)),
})

/** A box that is not ticked says nothing in a form's data, as if it were off. */
const untickedBoxes = (form: HTMLFormElement) =>
  Object.fromEntries(
    [...form.querySelectorAll<HTMLInputElement>('[type=checkbox]:not(:checked)')].map(
      ({ name }) => [name, ''],
    ),
  )

/** The first wrong field takes the focus, unless a summary above the form has taken it already. */
function focusOnError(form: HTMLFormElement | null) {
  if (!form || document.activeElement?.matches('[role=alert]')) return
  form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
}

/** The attributes of a field's control. */
export const control = ({ id, name, start }: FormField) => ({ id, name, defaultValue: start })
