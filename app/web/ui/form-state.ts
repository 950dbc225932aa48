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

/** A field as its control needs it: `value` is what it holds as the page is drawn. */
export type FormField = {
  id: string
  name: string
  value: string
  errors: string[] | undefined
}
export type FormFields<Values> = { [Name in keyof Values]: FormField }

/**
 * A form that the server validates: it holds `values`, or what was sent (an unticked box is not
 * sent), and knows each field's errors. `errors` concern the form as a whole.
 */
export function formOf<Values extends Record<string, string>>(
  id: string,
  values: Values,
  result: FormResult | null | undefined,
) {
  const sent = result && Object.fromEntries(result.sent)
  const fieldOf = (name: string): FormField => ({
    id: `${id}-${name}`,
    name,
    value: sent?.[name] ?? (sent && values[name] === 'on' ? '' : (values[name] ?? '')),
    errors: result?.errors[name],
  })
  return {
    // The browser's own messages are in its language instead of the page's, one at a time.
    form: { id, noValidate: true } as const,
    fields: Object.fromEntries(
      Object.keys(values).map((name) => [name, fieldOf(name)]),
    ) as FormFields<Values>,
    errors: result?.errors[''] ?? [],
  }
}

/** The attributes of a field's control. */
export const control = ({ id, name, value }: FormField) => ({ id, name, defaultValue: value })
