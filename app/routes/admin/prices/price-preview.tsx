import { DEPOSIT_PENCE } from '#app/domain/limits.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { Changes } from '#app/ui/admin/kit.tsx'
import { Banner } from '#app/ui/banner.tsx'
import { Button, SubmitButton } from '#app/ui/button.tsx'
import { type GridValues, HiddenGrid } from './hidden-grid.tsx'
import type { Line } from './price-grid.tsx'

type Cell = { airportId: string; people: number }
type PricePreviewProps = {
  lines: readonly Line[]
  grid: GridValues
  changes: readonly (Cell & { before: number | null; after: number })[]
  doubts: readonly (Cell & { kind: 'belowDeposit' | 'dearerForMore' })[]
}

/** What saving would change, and which changes look like mistakes. */
export function PricePreview({ lines, grid, changes, doubts }: PricePreviewProps) {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const where = ({ airportId, people }: Cell) =>
    t('admin:price.where', {
      airport: lines.find((line) => line.airportId === airportId)?.name[language] ?? airportId,
      count: people,
    })
  const deposit = { deposit: format.money(DEPOSIT_PENCE) }
  const money = (pence: number | null) =>
    pence === null ? t('admin:price.none') : format.money(pence)
  return (
    <section aria-labelledby="preview" className="flex flex-col gap-4">
      <h2 id="preview" className="text-22">
        {t('admin:price.previewTitle', { count: changes.length })}
      </h2>
      <HiddenGrid grid={grid} part="all" />
      <Changes
        changes={changes.map((change) => ({
          what: where(change),
          before: money(change.before),
          after: money(change.after),
        }))}
      />
      {doubts.length > 0 && (
        <Banner tone="warn" title={t('admin:price.doubt.title')}>
          <ul>
            {doubts.map((doubt) => (
              <li key={`${doubt.airportId}.${doubt.people}`}>
                {where(doubt)} · {t(`admin:price.doubt.${doubt.kind}`, deposit)}
              </li>
            ))}
          </ul>
        </Banner>
      )}
      {changes.length > 0 && <p className="text-14 text-muted">{t('admin:price.promise')}</p>}
      <div className="flex flex-wrap gap-3">
        {changes.length > 0 && (
          <SubmitButton name="intent" value="save">
            {t('admin:change.save')}
          </SubmitButton>
        )}
        <Button type="submit" name="intent" value="edit" variant="secondary">
          {t('admin:change.back')}
        </Button>
      </div>
    </section>
  )
}
