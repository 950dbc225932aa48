import { useFormat, useT } from '#app/i18n/context.tsx'

/**
 * Whether the card may be stored, so that the hold can be renewed without the student. Never ticked
 * in advance: consent counts only if actively given. Only asked when the hold would end before
 * departure.
 */
export function KeepCard({ departure }: { departure: number }) {
  const t = useT()
  const format = useFormat()
  return (
    <div className="flex flex-wrap items-start gap-x-3 text-14">
      <label className="flex min-h-11 grow cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name="keepCard"
          aria-describedby="keep-card"
          className="size-6 shrink-0 accent-brand"
        />
        <span>{t('pay:consent.label')}</span>
      </label>
      <details className="open:basis-full">
        <summary className="flex min-h-11 cursor-pointer items-center text-brand underline">
          {t('pay:consent.whyTitle')}
        </summary>
        <div id="keep-card" className="flex flex-col gap-1">
          <p>{t('pay:consent.why')}</p>
          <p>{t('pay:consent.what', { departure: format.dateTime(departure) })}</p>
          <p>{t('pay:consent.without')}</p>
        </div>
      </details>
    </div>
  )
}
