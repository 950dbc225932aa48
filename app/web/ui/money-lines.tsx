import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { CircleAlert, CircleCheck, Clock, Icon, type IconType, Undo2 } from './icon.tsx'

/**
 * What happens to the money later. `next`: what it becomes and what is still to pay. `due`: until
 * when. `back`: when it comes back. `final`: what cannot be undone; it stands out.
 */
export type MoneyRow = {
  kind: 'next' | 'due' | 'back' | 'final'
  /** In which case, in a few words. */
  term: string
  text: string
}

type MoneyLinesProps = {
  title: string
  /** What is charged now, in words: "Charged today: £0". */
  today: string
  /** What this looks like, or what is held instead. */
  note: string
  /** The sum that the button holds or charges. */
  amount?: string
  /** How the sum is worked out. */
  sum?: ReactNode
  rows: readonly MoneyRow[]
}

const LOOKS: Record<MoneyRow['kind'], { icon: IconType; className: string }> = {
  next: { icon: CircleCheck, className: 'text-brand' },
  due: { icon: Clock, className: 'text-brand' },
  back: { icon: Undo2, className: 'text-brand' },
  final: { icon: CircleAlert, className: 'text-accent' },
}

/**
 * Money, always explained above any button that pays: what is charged now, what it becomes, when it
 * comes back, and what is still to pay (decision 0025).
 */
export function MoneyLines({ title, today, note, amount, sum, rows }: MoneyLinesProps) {
  return (
    <section aria-label={title} className="figures overflow-hidden rounded-card border border-line">
      <div className="bg-brand-soft px-4 py-2">
        <div className="flex items-baseline justify-between gap-3">
          <p className="min-w-0 font-bold text-18">{today}</p>
          {amount && (
            <p translate="no" className="shrink-0 font-bold text-22 text-brand">
              {amount}
            </p>
          )}
        </div>
        <p className="text-14">{note}</p>
      </div>
      {sum}
      <ul className="flex flex-col gap-2 px-4 py-2 text-14">
        {rows.map(({ kind, term, text }) => (
          <li key={term} className="flex gap-3">
            <Icon of={LOOKS[kind].icon} size={18} className={cx('mt-0.5', LOOKS[kind].className)} />
            <p className={cx('min-w-0', kind === 'final' && 'text-accent')}>
              <strong className="font-semibold">{term}</strong> <span>{text}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  )
}
