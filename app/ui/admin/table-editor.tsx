import type { ReactNode } from 'react'
import { useT } from '#app/i18n/context.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Button } from '#app/ui/button.tsx'
import { type Change, Changes } from './kit.tsx'

/** Hidden inputs that carry typed values through a preview. */
export function HiddenValues({ values }: { values: Record<string, string> }) {
  return (
    <>
      {Object.entries(values).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  )
}

/** Rows as the names and values that carry them: `items.<at>.<field>`. */
export const rowValues = (rows: readonly Record<string, string>[]): Record<string, string> =>
  Object.fromEntries(
    rows.flatMap((row, at) =>
      Object.entries(row).map(([field, value]) => [`items.${at}.${field}`, value]),
    ),
  )

/**
 * Goes first in a form with several buttons: Enter in a field triggers the first one, which must be
 * the one that only previews.
 */
export const EnterPreviews = () => (
  <button
    type="submit"
    name="intent"
    value="preview"
    tabIndex={-1}
    aria-hidden
    className="for-ears"
  />
)

/**
 * Another administrator saved meanwhile: the current values are shown beside what was typed, and
 * nothing typed is lost.
 */
export function StaleNote({ stale }: { stale: boolean }) {
  const t = useT()
  return stale ? (
    <Banner tone="warn" role="alert" title={t('admin:draft.staleTitle')}>
      {t('admin:draft.stale')}
    </Banner>
  ) : null
}

type PreviewProps = {
  stale: boolean
  changes: readonly Change[]
  /** What was typed, and the version. */
  values: Record<string, string>
  /** How it will look. */
  children?: ReactNode
}

/**
 * The second step: what would change, and the buttons that save it or go back. The caller provides
 * the form.
 */
export function PreviewStep({ stale, changes, values, children }: PreviewProps) {
  const t = useT()
  return (
    <>
      <HiddenValues values={values} />
      <StaleNote stale={stale} />
      {children}
      <Changes changes={changes} />
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
    </>
  )
}
