import { useFormat, useT } from '#app/i18n/context.tsx'
import { cx } from './cx.ts'

export type PointsItem = { id: string; points: number; text: string; createdAt: number }

/**
 * Entries of the points ledger, newest first: gains are green with a plus, losses red with a minus.
 */
export function PointsList({ items }: { items: PointsItem[] }) {
  const t = useT()
  const format = useFormat()
  return (
    <ul className="figures divide-y divide-line">
      {items.map(({ id, points, text, createdAt }) => (
        <li key={id} className="flex items-baseline justify-between gap-4 py-2">
          <span className="min-w-0">
            <span className="block break-words text-14">{text}</span>
            <span className="block text-13 text-muted">{format.dateTime(createdAt)}</span>
          </span>
          <span
            className={cx(
              'shrink-0 whitespace-nowrap font-semibold',
              points < 0 ? 'text-danger' : 'text-ok',
            )}
          >
            {`${points < 0 ? '−' : '+'}${t('account:profile.pointsUnit', { count: Math.abs(points) })}`}
          </span>
        </li>
      ))}
    </ul>
  )
}
