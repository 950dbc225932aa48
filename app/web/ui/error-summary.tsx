import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
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
 * Focuses the link's field. Following the link would make the router forget the answer, and all
 * errors with it. Not at once: the field's step may have to be shown first.
 */
function goToField(event: MouseEvent<HTMLAnchorElement>) {
  event.preventDefault()
  const field = event.currentTarget.hash.slice(1)
  setTimeout(() => document.getElementById(field)?.focus())
}

/**
 * A form's errors, above it: takes the focus when it appears, and each line links to its field.
 * Without errors it renders nothing. `title` replaces the default title with the count.
 */
export function ErrorSummary({ items, title }: { items: readonly SummaryItem[]; title?: string }) {
  const t = useT()
  const box = useRef<HTMLDivElement>(null)
  const shown = items.map(({ text }) => text)
  const before = useRef<string[]>([])
  useEffect(() => {
    // Not when an error has been corrected: whoever does that is typing.
    if (shown.some((text) => !before.current.includes(text))) box.current?.focus()
    before.current = shown
  })
  if (items.length === 0) return null
  return (
    <div
      ref={box}
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
                <a href={`#${fieldId}`} className="underline" onClick={goToField}>
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
  /** From `useForm`. */
  errors: string[]
  title?: string
  action?: ReactNode
}

/** The errors of a form as a whole. Scrolls into view with each new answer. */
export const FormErrors = ({ errors, title, action }: FormErrorsProps) =>
  errors.map((text) => (
    <Banner key={text} tone="danger" role="alert" about={errors} title={title} action={action}>
      {text}
    </Banner>
  ))
