import type { TextareaHTMLAttributes } from 'react'
import { cx } from './cx.ts'
import { FieldFrame } from './field.tsx'

type TextAreaProps = {
  label: string
  hint?: string
  error: string | undefined
  input: TextareaHTMLAttributes<HTMLTextAreaElement> & { id: string; name: string }
}

export function TextArea({ label, hint, error, input }: TextAreaProps) {
  const describedBy = cx(Boolean(hint) && `${input.id}-hint`, Boolean(error) && `${input.id}-error`)
  return (
    <FieldFrame id={input.id} label={label} hint={hint} errors={error ? [error] : undefined}>
      <textarea
        rows={5}
        {...input}
        aria-invalid={error ? true : undefined}
        aria-describedby={describedBy || undefined}
        className={cx(
          'field-sizing-content block min-h-24 w-full min-w-0 rounded-md border bg-surface px-3 py-2 text-16 text-ink',
          error ? 'border-danger' : 'border-edge',
        )}
      />
    </FieldFrame>
  )
}
