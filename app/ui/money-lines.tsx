import { Clock, CreditCard, Icon, type IconType, Lock, Tag } from './icon.tsx'

type MoneyLinesProps = {
  title: string
  /** What is charged or held now. */
  now: string
  /** What it becomes. */
  becomes: string
  /** When it comes back. */
  returns: string
  /** What the other lines leave open: what is still to pay, or how long the bank takes. */
  rest: string
}

/** Money, always explained in four lines, above any button that pays. */
export function MoneyLines({ title, now, becomes, returns, rest }: MoneyLinesProps) {
  const lines: [IconType, string][] = [
    [Lock, now],
    [Tag, becomes],
    [CreditCard, returns],
    [Clock, rest],
  ]
  return (
    <section aria-label={title} className="rounded-card border border-line bg-ground p-4">
      <ul className="flex flex-col gap-2">
        {lines.map(([icon, line], at) => (
          <li key={line} className={at === 0 ? 'flex gap-3 font-semibold' : 'flex gap-3 text-14'}>
            <Icon of={icon} size={18} className="mt-1 text-brand" />
            <span>{line}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
