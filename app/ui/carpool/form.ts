import { useT } from '#app/i18n/context.tsx'
import { issueText } from '#app/schemas/issue.ts'
import type { SummaryItem } from '#app/ui/error-summary.tsx'

/** What the forms here need of a field's state in the form library. */
type FieldState = { id: string; errors?: string[] | undefined }

/** The texts of a field's errors, in the page's language. */
export function useErrorTexts(): (field: FieldState) => string[] | undefined {
  const t = useT()
  return ({ errors }) => errors?.map((message) => issueText(t, message))
}

/** One line an error for the summary above a form, in the order of its fields. */
export function useSummary(fields: readonly (readonly [FieldState, string])[]): SummaryItem[] {
  const textsOf = useErrorTexts()
  return fields.flatMap(([field, label]) =>
    (textsOf(field) ?? []).map((text) => ({ fieldId: field.id, text: `${label} · ${text}` })),
  )
}

/** `1` to `max` as the options of a select. */
export const countOptions = (min: number, max: number, label: (count: number) => string) =>
  Array.from({ length: Math.max(0, max - min + 1) }, (_, at) => ({
    value: String(min + at),
    label: label(min + at),
  }))
