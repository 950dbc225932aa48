import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import {
  type Companion,
  readCompanions,
  shareContact,
} from '#app/features/companions/service.server.ts'
import { pagePathOf, recordPathOf } from '#app/group/ui/place.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { requireUser } from '#app/web/http/guard.server.ts'
import { Button, LinkButton } from '#app/web/ui/button.tsx'
import { Card } from '#app/web/ui/card.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'

export const handle: PageHandle<Awaited<ReturnType<typeof loader>>> = {
  title: (t, data) => t(`ride:companions.${data.kind}.title`),
}

const notFound = () => new Response(null, { status: 404 })

export async function loader({ request, params, context }: LoaderFunctionArgs) {
  const viewer = await requireUser(context, request)
  const { participantId = '' } = params
  const met = await readCompanions(context, { viewer, participantId })
  if (!met.ok) throw notFound()
  return { participantId, ...met.value }
}

/** Sets which contact details the viewer's companions see. */
export async function action({ request, params, context }: ActionFunctionArgs) {
  const viewer = await requireUser(context, request)
  const { participantId = '' } = params
  const form = await request.formData()
  const showWechat = form.get('showWechat') === 'on'
  const showPhone = form.get('showPhone') === 'on'
  const asked = { viewer, participantId, showWechat, showPhone }
  const shared = await shareContact(context, asked)
  if (!shared.ok) throw notFound()
  const kind = shared.value
  return redirectWithFlash(context, pagePathOf({ kind, participantId }, 'companions'), {
    key: `ride:companions.${kind}.${showWechat || showPhone ? 'shown' : 'hidden'}`,
  })
}

/** Who else is in the car or on the trip, and which of the viewer's contact details they see. */
export default function CompanionsPage() {
  const t = useT()
  const format = useFormat()
  const { participantId, kind, others, own, until } = useLoaderData<typeof loader>()
  return (
    <Page
      width="text"
      title={t(`ride:companions.${kind}.title`)}
      back={{
        to: recordPathOf({ kind, participantId }),
        label: t(`ride:companions.${kind}.back`),
      }}
    >
      <Card as="section">
        {others.length === 0 && <p>{t(`ride:companions.${kind}.nobody`)}</p>}
        <ul className="flex flex-col gap-3">
          {others.map((other, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two people may look alike; no state is kept
            <li key={at}>
              <OneOfThem {...other} />
            </li>
          ))}
        </ul>
        {others.length > 0 && (
          <LinkButton
            to={pagePathOf({ kind, participantId }, 'board')}
            variant="secondary"
            className="mt-4"
          >
            {t('ride:board.title')}
          </LinkButton>
        )}
      </Card>
      <Card as="section">
        <form method="post" className="flex flex-col gap-3">
          <h2 className="text-18">{t(`ride:companions.${kind}.show`)}</h2>
          <p className="text-14 text-muted">
            {t(`ride:companions.${kind}.lead`, { until: format.dateTime(until) })}
          </p>
          <Switch name="showWechat" label={t('ride:companions.wechat')} isOn={own.showWechat} />
          <Switch name="showPhone" label={t('ride:companions.phone')} isOn={own.showPhone} />
          <Button type="submit" variant="secondary">
            {t('ride:companions.save')}
          </Button>
        </form>
      </Card>
    </Page>
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
        <a href={`tel:${phone}`} className="inline-flex min-h-11 items-center underline">
          {t('ride:companions.theirPhone', { phone })}
        </a>
      )}
    </>
  )
}
