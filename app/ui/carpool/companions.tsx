import { Form } from '@remix-run/react'
import { useFormat, useT } from '#app/i18n/context.tsx'
import type { Companion, Companions } from '#app/services/groups/companions.server.ts'
import { Button } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { recordPath } from './paths.ts'

/** Who else is in the car, and what they may see of the viewer. */
export function CompanionsCard({
  others,
  own,
  until,
  participantId,
}: Companions & { participantId: string }) {
  const t = useT()
  const format = useFormat()
  return (
    <Card as="section" className="flex flex-col gap-3">
      <h2 className="text-16">{t('ride:companions.title')}</h2>
      <ul className="flex flex-col gap-2">
        {others.map((other, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two people may look alike, and nothing is kept
          <li key={at}>
            <OneOfThem {...other} />
          </li>
        ))}
      </ul>
      <details open={own.showWechat || own.showPhone}>
        <summary className="min-h-11 py-2">{t('ride:companions.show')}</summary>
        <Form
          method="post"
          action={`${recordPath(participantId)}/contact`}
          className="flex flex-col gap-3"
          preventScrollReset
        >
          <p className="text-14 text-muted">
            {t('ride:companions.lead', { until: format.dateTime(until) })}
          </p>
          <Switch name="showWechat" label={t('ride:companions.wechat')} isOn={own.showWechat} />
          <Switch name="showPhone" label={t('ride:companions.phone')} isOn={own.showPhone} />
          <Button type="submit" variant="secondary">
            {t('ride:companions.save')}
          </Button>
        </Form>
      </details>
    </Card>
  )
}

const Switch = ({ name, label, isOn }: { name: string; label: string; isOn: boolean }) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-3 font-medium">
    <input
      type="checkbox"
      name={name}
      defaultChecked={isOn}
      className="size-6 shrink-0 accent-brand"
    />
    {label}
  </label>
)

function OneOfThem({ name, people, flightNumber, terminal, wechat, phone }: Companion) {
  const t = useT()
  const { terminal: terminalName } = useFormat()
  const facts = [
    t('ride:companions.people', { count: people }),
    flightNumber,
    terminal && terminalName(terminal),
  ]
  return (
    <>
      <span className="font-medium">
        {name ? t('ride:companions.name', { name }) : t('ride:companions.nameless')}
      </span>
      <span className="text-muted"> · {facts.filter(Boolean).join(' · ')}</span>
      {wechat && <span className="block">{t('ride:companions.theirWechat', { wechat })}</span>}
      {phone && (
        <a href={`tel:${phone}`} className="block min-h-6 underline">
          {t('ride:companions.theirPhone', { phone })}
        </a>
      )}
    </>
  )
}
