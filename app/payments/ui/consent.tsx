import { useFormat, useT } from '#app/i18n/context.tsx'

type TickProps = { name: string; label: string; why: string; lines: string[] }

/** A consent to store the card. Never ticked in advance: it counts only if actively given. */
function Tick({ name, label, why, lines }: TickProps) {
  return (
    <div className="flex flex-wrap items-start gap-x-3 text-14">
      <label className="flex min-h-11 grow cursor-pointer items-center gap-3">
        <input
          type="checkbox"
          name={name}
          aria-describedby={`${name}-about`}
          className="size-6 shrink-0 accent-brand"
        />
        <span>{label}</span>
      </label>
      <details className="open:basis-full">
        <summary className="flex min-h-11 cursor-pointer items-center text-brand underline">
          {why}
        </summary>
        <div id={`${name}-about`} className="flex flex-col gap-1">
          {lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </details>
    </div>
  )
}

/**
 * Whether the card may be stored, so that the hold can be renewed without the student. Only asked
 * when the hold would end before departure.
 */
export function KeepCard({ departure }: { departure: number }) {
  const t = useT()
  const time = { departure: useFormat().dateTime(departure) }
  return (
    <Tick
      name="keepCard"
      label={t('pay:consent.label')}
      why={t('pay:consent.whyTitle')}
      lines={[t('pay:consent.why'), t('pay:consent.what', time), t('pay:consent.without')]}
    />
  )
}

/** Whether the balance may be charged to the card; `renews`: the deposit's hold is renewed too. */
export function AutoPay({ points, renews }: { points: boolean; renews: boolean }) {
  const t = useT()
  return (
    <Tick
      name="autoPay"
      label={t('pay:autoPay.label')}
      why={t('pay:autoPay.how')}
      lines={[
        t('pay:autoPay.what'),
        ...(points ? [t('pay:autoPay.points')] : []),
        ...(renews ? [t('pay:autoPay.renews')] : []),
        t('pay:autoPay.ends'),
      ]}
    />
  )
}
