import { useT } from '#app/i18n/context.tsx'

/** Placeholder for content that is loading: as tall as the content, so that nothing jumps. */
export function Skeleton({ lines = 3, cards = 1 }: { lines?: number; cards?: number }) {
  const t = useT()
  const numbers = (count: number) => Array.from({ length: count }, (_, at) => at)
  return (
    <div role="status" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
      <span className="for-ears">{t('common:action.loading')}</span>
      {numbers(cards).map((card) => (
        <div
          key={card}
          aria-hidden
          className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4"
        >
          {numbers(lines).map((line) => (
            <div key={line} className="h-4 animate-pulse rounded-sm bg-line last:w-1/2" />
          ))}
        </div>
      ))}
    </div>
  )
}
