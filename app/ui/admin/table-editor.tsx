import { Form } from '@remix-run/react'
import type { ReactNode } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary, type SummaryItem } from '#app/ui/error-summary.tsx'
import { type Change, Changes } from './kit.tsx'
import { type AskedAgain, Proofs } from './proofs.tsx'

/** Entered text, by field or control name. */
export type Texts = Record<string, string>

/**
 * A whole table being edited on a page without scripts: the entered text (`rows`, each by field
 * name), the errors, and, once there are none, what saving would change.
 */
export type Draft<Shown> = {
  step: 'edit' | 'preview'
  rows: Texts[]
  /** The version that was edited; if the draft is stale, the current version. */
  version: number
  /** Someone else has saved since this draft was begun. */
  stale: boolean
  errors: Texts
  changes: Change[]
  /** The amounts that are typed once more, since they change by a lot. */
  again: AskedAgain[]
  /** The password is asked for. */
  asksPassword: boolean
  /** What else the preview shows. */
  shown: Shown | null
}

/** The name of a field's control, in the row at this place. */
export type NameOf = (field: string, at: number) => string
export const itemName: NameOf = (field, at) => `items.${at}.${field}`

/** Hidden inputs that carry rows on. */
const HiddenRows = ({ rows, nameOf }: { rows: readonly Texts[]; nameOf: NameOf }) =>
  rows.flatMap((row, at) =>
    Object.entries(row).map(([field, value]) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a row is known by its place alone
      <input key={`${at}.${field}`} type="hidden" name={nameOf(field, at)} value={value} />
    )),
  )

type EditFormProps = {
  draft: Draft<unknown>
  summary: readonly SummaryItem[]
  preview: string
  /** The button that adds a row, and where the page then is. */
  add?: { label: string; to?: string }
  /** Let the browser check too: a date typed by half is sent as none. */
  browserChecks?: boolean
  children: ReactNode
}

/** The first step: a table's fields, and the button that only previews. */
export function EditForm({ draft, summary, preview, add, browserChecks, children }: EditFormProps) {
  const t = useT()
  const button = { type: 'submit', name: 'intent' } as const
  return (
    <Form method="post" className="flex flex-col gap-4" noValidate={!browserChecks}>
      {/* Enter in a field triggers a form's first button, which may be one that removes a row. */}
      <button {...button} value="preview" tabIndex={-1} aria-hidden className="for-ears" />
      <input type="hidden" name="version" value={draft.version} />
      {draft.stale && <Banner tone="warn" title={t('admin:draft.staleTitle')} />}
      <ErrorSummary items={summary} />
      {children}
      <p className="flex flex-wrap gap-3">
        <Button {...button} value="preview">
          {preview}
        </Button>
        {add && (
          <Button {...button} value="add" formAction={add.to} variant="secondary">
            {add.label}
          </Button>
        )}
      </p>
    </Form>
  )
}

type RowButtonProps = { intent: string; at: number; to: string; label: string; row: string }

/** Moves or removes a row; the page is then at `to`. */
export const RowButton = ({ intent, at, to, label, row }: RowButtonProps) => (
  <Button
    type="submit"
    name="intent"
    value={`${intent}:${at}`}
    formAction={to}
    variant="quiet"
    small
    className="whitespace-nowrap"
  >
    {label}
    <span className="for-ears"> {row}</span>
  </Button>
)

type PreviewFormProps = {
  draft: Draft<unknown>
  nameOf: NameOf
  /** How it will look. */
  children?: ReactNode
  /** Said below the changes. */
  after?: ReactNode
}

/** The second step: what would change, and the buttons that save it or go back. */
export function PreviewForm({ draft, nameOf, children, after }: PreviewFormProps) {
  const t = useT()
  return (
    <Form method="post" className="flex flex-col gap-4">
      <input type="hidden" name="version" value={draft.version} />
      <HiddenRows rows={draft.rows} nameOf={nameOf} />
      {draft.stale && (
        <Banner tone="warn" role="alert" title={t('admin:draft.staleTitle')}>
          {t('admin:draft.stale')}
        </Banner>
      )}
      {children}
      <ErrorSummary items={provedSummary(draft)} />
      <Changes changes={draft.changes} />
      {after}
      <Proofs {...draft} />
      <p className="flex flex-wrap gap-3">
        {draft.changes.length > 0 && (
          <Button type="submit" name="intent" value="save">
            {t('admin:change.save')}
          </Button>
        )}
        <Button type="submit" name="intent" value="edit" variant="secondary">
          {t('admin:change.back')}
        </Button>
      </p>
    </Form>
  )
}

const provedSummary = ({ errors }: Draft<unknown>): SummaryItem[] =>
  Object.entries(errors).map(([fieldId, text]) => ({ fieldId, text }))

/** A preview on the table's own page, below its tabs. */
export const PreviewSection = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-labelledby="preview" className="flex flex-col gap-4">
    <h2 id="preview" className="text-22">
      {title}
    </h2>
    {children}
  </section>
)
