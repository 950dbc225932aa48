import { type ActionFunctionArgs, type LoaderFunctionArgs, redirect } from '@remix-run/cloudflare'
import { isRouteErrorResponse, useLoaderData, useRouteError } from '@remix-run/react'
import { groupName } from '#app/console/ui/group-words.tsx'
import { readSuggestions } from '#app/features/flights/service/flight-suggestions.server.ts'
import { pressSchema } from '#app/features/ride/drive-schema.server.ts'
import { findDrive, markDrive } from '#app/features/ride/service/drive.server.ts'
import { useFormat, useLanguage, useT } from '#app/i18n/context.tsx'
import { errorCatalogue } from '#app/kernel/error.ts'
import type { Failure } from '#app/kernel/result.ts'
import { failureText } from '#app/schemas/issue.ts'
import type { AppContext } from '#app/server/context.server.ts'
import { pathOf } from '#app/web/http/return-to.server.ts'
import { Card, Facts } from '#app/web/ui/card.tsx'
import { ErrorPage } from '#app/web/ui/error-page.tsx'
import { Page, Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { Frame } from './frame.tsx'
import { PartyCard } from './party.tsx'
import { Stages } from './stages.tsx'

export const handle: PageHandle = { title: 'admin:drive.title', bare: true }

/** The reply to a link that does not work; it is the same whatever the reason. */
function refuse({ t }: AppContext, failure: Failure): Response {
  const refusal = { title: t(`errors:title.${failure.code}`), text: failureText(t, failure) }
  return Response.json(refusal, { status: errorCatalogue[failure.code] })
}

async function passShield(context: AppContext) {
  const passed = await context.shield('ride/drive')
  if (!passed.ok) throw refuse(context, passed.error)
}

export async function loader({ params, context }: LoaderFunctionArgs) {
  await passShield(context)
  const found = await findDrive(context, params.token ?? '')
  if (!found.ok) throw refuse(context, found.error)
  const { about, parties } = found.value
  const suggested = await readSuggestions(context, [{ about, places: parties }])
  return { car: found.value, suggested }
}

export async function action({ request, params, context }: ActionFunctionArgs) {
  await passShield(context)
  const press = pressSchema.safeParse(Object.fromEntries(await request.formData()))
  if (!press.success) throw refuse(context, { code: 'malformedBody' })
  const done = await markDrive(context, params.token ?? '', press.data)
  // The party has left the car meanwhile: the page shows who is in it now.
  if (!done.ok && done.error.code !== 'notFound') throw refuse(context, done.error)
  return redirect(pathOf(request), 303)
}

/** A driver's page: where to be and when, who travels, and what to report. */
export default function DrivePage() {
  const t = useT()
  const format = useFormat()
  const language = useLanguage()
  const { car, suggested } = useLoaderData<typeof loader>()
  const { plate, make, colour, driver, meetingPoint, meetAt, note, parties, phonesFrom } = car
  const people = parties.reduce((sum, { party }) => sum + party.people, 0)
  return (
    <Frame>
      <Page
        width="text"
        title={groupName(car, t, language)}
        lead={t('admin:drive.departs', { time: format.dateTime(car.departureAt) })}
      >
        <Card>
          <Facts
            items={[
              { term: t('admin:drive.meetAt'), detail: format.dateTime(meetAt) },
              { term: t('admin:drive.meetingPoint'), detail: meetingPoint },
              {
                term: t('admin:drive.vehicle'),
                detail: `${plate} · ${t('ride:car.looks', { make, colour })}`,
              },
              { term: t('admin:drive.driver'), detail: driver },
              { term: t('admin:drive.note'), detail: note || null },
            ]}
          />
        </Card>
        <Section id="progress" title={t('admin:drive.progress')}>
          <Stages stage={car.stage} at={car.at} />
        </Section>
        <Section id="passengers" title={t('admin:drive.passengers', { count: people })}>
          {phonesFrom !== null && (
            <p className="text-14">
              {t('admin:drive.phones', { time: format.dateTime(phonesFrom) })}
            </p>
          )}
          <ul className="flex flex-col gap-3">
            {parties.map((party) => (
              <PartyCard
                key={party.participantId}
                of={party}
                suggested={suggested[party.participantId]}
              />
            ))}
          </ul>
          <p className="text-14 text-muted">{t('admin:drive.missed')}</p>
        </Section>
        <p className="text-14 text-muted">
          {t('admin:drive.ends', { time: format.dateTime(car.until) })}
        </p>
      </Page>
    </Frame>
  )
}

export function ErrorBoundary() {
  const error = useRouteError()
  const refusal = isRouteErrorResponse(error) ? error.data : null
  return (
    <Frame>
      {refusal?.text ? (
        <Page width="text" title={refusal.title} lead={refusal.text} />
      ) : (
        <ErrorPage />
      )}
    </Frame>
  )
}
