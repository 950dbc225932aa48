import type { ReactNode } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { Banner } from './banner.tsx'
import { CircleAlert, Icon } from './icon.tsx'

export type SummaryItem = { fieldId?: string; text: string }

type FieldState = { id: string; errors?: string[] | undefined }

/** One line per error for the summary, in the order of the form's fields. */
export const summaryOf = (fields: readonly (readonly [FieldState, string])[]): SummaryItem[] =>
  fields.flatMap(([{ id, errors }, label]) =>
    (errors ?? []).map((text) => ({ fieldId: id, text: `${label} · ${text}` })),
  )

/**
 * A form's errors, above it: it takes the focus, and each line links to its field.
 * Without errors it renders nothing. `title` replaces the default title with the count.
 */
export function ErrorSummary({ items, title }: { items: readonly SummaryItem[]; title?: string }) {
  const t = useT()
  if (items.length === 0) return null
  return (
    <div
      role="alert"
      tabIndex={-1}
      className="flex gap-3 rounded-card border border-danger bg-danger-soft p-4 outline-none"
    >
      <Icon of={CircleAlert} className="mt-0.5 text-danger" />
      <div className="min-w-0">
        <p className="font-medium">
          {title ?? t('common:form.errorsTitle', { count: items.length })}
        </p>
        <ul className="mt-1 flex flex-col gap-1 text-14">
          {items.map(({ fieldId, text }) => (
            <li key={`${fieldId ?? ''}${text}`}>
              {fieldId ? (
                <a href={`#${fieldId}`} className="underline">
                  {text}
                </a>
              ) : (
                text
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  )
}

type FormErrorsProps = {
  /** From `formOf`. */
  errors: string[]
  title?: string
  action?: ReactNode
}

/** The errors of a form as a whole. */
export const FormErrors = ({ errors, title, action }: FormErrorsProps) =>
  errors.map((text) => (
    <Banner key={text} tone="danger" role="alert" title={title} action={action}>
      {text}
    </Banner>
  ))
