import { useHref, useLocation } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/web/ui/banner.tsx'
import { Button } from '#app/web/ui/button.tsx'
import { cx } from '#app/web/ui/cx.ts'
import { ErrorSummary } from '#app/web/ui/error-summary.tsx'
import { DateTimeField, Field, FieldSet } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { TextArea } from '#app/web/ui/text-area.tsx'
import { type Change, Changes } from './kit.tsx'
import { type AskedAgain, Proofs } from './proofs.tsx'
import { Tick } from './tick.tsx'

/** One field of a row. Amounts are typed in pounds or yuan. */
export type TableField = {
  /** Its path in an item of the table's schema. */
  name: string
  label: string
  kind: 'gbp' | 'cny' | 'kg' | 'count' | 'switch' | 'day' | 'text' | 'url' | 'long'
  max?: number
  hint?: string
  lang?: string
  /** What a blank value means; without it the field is required. */
  empty?: string
  /** The error of a blank field, and of a refused value, instead of the schema's. */
  missing?: string
  wrong?: string
}

/** Fields of one row (`at`) that belong together, with their values. */
export type Section = {
  at: number
  legend: string
  hint?: string
  fields: (TableField & { value: string })[]
  /** The hidden control that identifies the row. */
  id: { name: string; value: string } | null
}

/**
 * A whole table being edited on a page without scripts: the values, errors by control name, and,
 * once there are none, what saving would change.
 */
export type Draft<Shown> = {
  step: 'edit' | 'preview'
  sections: Section[]
  /** Rows can be added and removed (`free`), and moved too (`ordered`). */
  rows: 'fixed' | 'free' | 'ordered'
  /** The version being edited; if the draft is stale, the current version. */
  version: number
  /** Someone else has saved since editing began. */
  stale: boolean
  errors: Record<string, string>
  changes: Change[]
  /** Amounts that change by a lot and must be typed again. */
  again: AskedAgain[]
  /** Whether the password is required. */
  asksPassword: boolean
  /** Further content of the preview. */
  shown: Shown | null
}

export const controlName = (at: number, field: string) => `items.${at}.${field}`

type EditorProps = {
  draft: Draft<unknown>
  /** The column layout of a row's fields. */
  columns?: string
  /** Content of the preview above the changes, and below them. */
  preview?: ReactNode
  after?: ReactNode
}

/** A table's fields, or what saving them would change. */
export const TableEditor = ({ draft, columns, preview, after }: EditorProps) =>
  draft.step === 'preview' ? (
    <Preview draft={draft} preview={preview} after={after} />
  ) : (
    <Fields draft={draft} columns={columns} />
  )

/** The first step: all fields, and the button that previews. */
function Fields({ draft, columns }: Pick<EditorProps, 'draft' | 'columns'>) {
  const t = useT()
  const { sections, rows, errors, stale } = draft
  const { pathname, search } = useLocation()
  const here = useHref(`${pathname}${search}`)
  const button = { type: 'submit', name: 'intent' } as const
  const last = sections.at(-1)?.at ?? -1
  // The browser validates dates too: a half-typed one would be sent empty.
  const checks = sections.some(({ fields }) => fields.some(({ kind }) => kind === 'day'))
  const rowButton = ({ at, legend }: Section, intent: 'up' | 'down' | 'remove', to: number) => (
    <Button
      {...button}
      value={`${intent}:${at}`}
      formAction={`${here}#row-${to}`}
      variant="quiet"
      small
    >
      {t(`admin:draft.${intent}`)}
      <span className="for-ears"> {legend}</span>
    </Button>
  )
  return (
    <Form method="post" className="flex flex-col gap-4" noValidate={!checks}>
      {/* Enter in a field triggers a form's first button, which may be one that removes a row. */}
      <button {...button} value="preview" tabIndex={-1} aria-hidden className="for-ears" />
      <input type="hidden" name="version" value={draft.version} />
      {stale && <Banner tone="warn" title={t('admin:draft.staleTitle')} />}
      <ErrorSummary items={summaryOf(draft)} />
      {sections.map((section) => (
        <div
          key={`${section.at} ${section.legend}`}
          id={`row-${section.at}`}
          className="scroll-mt-4"
        >
          <FieldSet legend={section.legend} hint={section.hint}>
            {section.id && <input type="hidden" {...section.id} />}
            <div className={cx('grid gap-4', columns)}>
              {section.fields.map((field) => (
                <OneField
                  key={field.name}
                  field={field}
                  id={controlName(section.at, field.name)}
                  error={errors[controlName(section.at, field.name)]}
                />
              ))}
              {rows !== 'fixed' && (
                <p className="flex flex-wrap items-end gap-2">
                  {rows === 'ordered' && section.at > 0 && rowButton(section, 'up', section.at - 1)}
                  {rows === 'ordered' &&
                    section.at < last &&
                    rowButton(section, 'down', section.at + 1)}
                  {rowButton(section, 'remove', Math.max(0, section.at - 1))}
                </p>
              )}
            </div>
          </FieldSet>
        </div>
      ))}
      <p className="flex flex-wrap gap-3">
        <Button {...button} value="preview">
          {t('admin:draft.preview')}
        </Button>
        {rows !== 'fixed' && (
          <Button
            {...button}
            value="add"
            formAction={`${here}#row-${last + 1}`}
            variant="secondary"
          >
            {t('admin:draft.add')}
          </Button>
        )}
      </p>
    </Form>
  )
}

/** Each error with its location; an error of the whole table has no field. */
const summaryOf = ({ sections, errors }: Draft<unknown>) =>
  Object.entries(errors).map(([fieldId, text]) => {
    for (const { at, legend, fields } of sections)
      for (const { name, label } of fields)
        if (controlName(at, name) === fieldId)
          return { fieldId, text: `${legend} · ${label} · ${text}` }
    return { text }
  })

type OneFieldProps = { field: Section['fields'][number]; id: string; error: string | undefined }

function OneField({ field, id, error }: OneFieldProps) {
  const { label, kind, max, hint, lang, value } = field
  const frame = { label, hint, errors: error ? [error] : undefined }
  const input = { id, name: id, defaultValue: value, maxLength: max, lang, autoComplete: 'off' }
  if (kind === 'switch')
    return <Tick name={id} value="1" label={label} defaultChecked={value === '1'} />
  if (kind === 'day') return <DateTimeField kind="date" {...frame} input={input} />
  if (kind === 'long') return <TextArea label={label} hint={hint} error={error} input={input} />
  const inputMode = kind === 'count' ? 'numeric' : 'decimal'
  return (
    <Field
      {...frame}
      prefix={kind === 'gbp' ? '£' : undefined}
      input={
        kind === 'text' || kind === 'url'
          ? { ...input, type: kind }
          : { ...input, inputMode, maxLength: 20 }
      }
    />
  )
}

/** The second step: the changes, and the buttons that save or go back. */
function Preview({ draft, preview, after }: Omit<EditorProps, 'columns'>) {
  const t = useT()
  const { sections, version, changes, stale, errors } = draft
  return (
    <section aria-labelledby="preview">
      <Form method="post" className="flex flex-col gap-4">
        <input type="hidden" name="version" value={version} />
        {sections.flatMap(({ at, id, fields }) =>
          [id, ...fields.map(({ name, value }) => ({ name: controlName(at, name), value }))].map(
            (input) => input && <input key={input.name} type="hidden" {...input} />,
          ),
        )}
        <h2 id="preview" className="text-22">
          {t('admin:draft.previewTitle', { count: changes.length })}
        </h2>
        {stale && (
          <Banner tone="warn" role="alert" title={t('admin:draft.staleTitle')}>
            {t('admin:draft.stale')}
          </Banner>
        )}
        {preview}
        <ErrorSummary
          items={Object.entries(errors).map(([fieldId, text]) => ({ fieldId, text }))}
        />
        <Changes changes={changes} />
        {changes.length > 0 && after}
        <Proofs {...draft} />
        <p className="flex flex-wrap gap-3">
          {changes.length > 0 && (
            <Button type="submit" name="intent" value="save">
              {t('admin:change.save')}
            </Button>
          )}
          <Button type="submit" name="intent" value="edit" variant="secondary">
            {t('admin:change.back')}
          </Button>
        </p>
      </Form>
    </section>
  )
}
