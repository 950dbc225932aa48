import { useHref } from '@remix-run/react'
import { CARRIERS, PRICE_FIELDS } from '#app/domain/order/postage.ts'
import { useT } from '#app/i18n/context.tsx'
import type { Translate } from '#app/i18n/keys.ts'
import { itemName, RowButton, type Texts } from '#app/ui/admin/table-editor.tsx'
import { cx } from '#app/ui/cx.ts'

const rowName = (t: Translate, row: Texts | undefined, at: number): string =>
  row?.kg ? t('order:postage.kg', { kg: row.kg }) : t('admin:postage.row', { at: at + 1 })

function fieldName(t: Translate, field: string): string {
  const carrier = CARRIERS.find((one) => PRICE_FIELDS[one] === field)
  return carrier ? t(`order:carrier.${carrier}`) : t('admin:postage.weight')
}

/**
 * The label of a control such as `items.2.sfExpress`, for screen readers and for the error summary.
 */
export function cellLabel(t: Translate, rows: readonly Texts[], name: string): string {
  const [, at = '0', field = ''] = name.split('.')
  return `${rowName(t, rows[Number(at)], Number(at))} ${fieldName(t, field)}`
}

type GridProps = { rows: readonly Texts[]; errors: Texts }

/**
 * The whole table, each weight and price in a field; the weights stay in place while the prices
 * scroll.
 */
export function PostageGrid({ rows, errors }: GridProps) {
  const t = useT()
  return (
    <section
      aria-label={t('order:postage.caption')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      // Positioned, so that visually hidden text stays inside the scrolling box.
      className="relative overflow-x-auto rounded-card border border-line bg-surface"
    >
      <table className="figures w-full border-collapse text-14">
        <thead>
          <tr className="border-line border-b align-bottom">
            <th scope="col" className="sticky left-0 z-10 bg-surface p-2 text-left font-medium">
              {t('admin:postage.weight')}
            </th>
            {CARRIERS.map((carrier) => (
              <th key={carrier} scope="col" className="p-2 text-left font-medium">
                {carrier}
                <span className="block whitespace-nowrap font-normal text-13 text-muted">
                  {t(`order:postage.column.${carrier}`)}
                </span>
              </th>
            ))}
            <th scope="col" className="p-2">
              <span className="for-ears">{t('admin:postage.remove')}</span>
            </th>
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {rows.map((_, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a new row has nothing else, and the page is never changed in place
            <GridRow key={at} rows={rows} at={at} errors={errors} />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function GridRow({ rows, at, errors }: GridProps & { at: number }) {
  const t = useT()
  const page = useHref('/admin/postage')
  const row = rows[at] ?? {}
  const cell = (field: string) => {
    const name = itemName(field, at)
    return {
      name,
      label: cellLabel(t, rows, name),
      value: row[field] ?? '',
      error: errors[name] ?? (field === 'kg' ? errors[itemName('id', at)] : undefined),
    }
  }
  return (
    <tr className="align-top" id={`row-${at}`}>
      <th scope="row" className="sticky left-0 z-10 bg-surface p-2 font-normal">
        <input type="hidden" name={itemName('id', at)} value={row.id ?? ''} />
        <Cell {...cell('kg')} />
      </th>
      {CARRIERS.map((carrier) => (
        <td key={carrier} className="p-2">
          <Cell {...cell(PRICE_FIELDS[carrier])} />
        </td>
      ))}
      <td className="p-2">
        <RowButton
          intent="remove"
          at={at}
          to={`${page}#row-${Math.max(0, at - 1)}`}
          label={t('admin:postage.remove')}
          row={rowName(t, row, at)}
        />
      </td>
    </tr>
  )
}

type CellProps = { name: string; label: string; value: string; error: string | undefined }

function Cell({ name, label, value, error }: CellProps) {
  return (
    <>
      <input
        id={name}
        name={name}
        aria-label={label}
        defaultValue={value}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${name}-error` : undefined}
        className={cx(
          'min-h-11 w-20 rounded-md border bg-surface px-2 text-16 text-ink',
          error ? 'border-danger' : 'border-edge',
        )}
      />
      {error && (
        <p id={`${name}-error`} className="mt-1 w-20 whitespace-normal text-13 text-danger">
          {error}
        </p>
      )}
    </>
  )
}
