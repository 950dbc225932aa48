import type { LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useLoaderData } from '@remix-run/react'
import { findSoon } from '#app/carpool/service/carpool-reads.server.ts'
import { CarpoolCard } from '#app/carpool/ui/carpool-card.tsx'
import { listOpenAirports } from '#app/catalog/service/catalog.server.ts'
import { readSiteTexts } from '#app/catalog/service/site-texts.server.ts'
import { useFormat, useT } from '#app/i18n/context.tsx'
import { optionalPart } from '#app/web/http/optional-part.server.ts'
import { AutoRefresh, TICKETS_MS } from '#app/web/ui/auto-refresh.tsx'
import { CardGrid } from '#app/web/ui/card.tsx'
import { ContactCard } from '#app/web/ui/contact-card.tsx'
import { ChevronDown, Icon } from '#app/web/ui/icon.tsx'
import { Link } from '#app/web/ui/link.tsx'
import { Section } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { WrittenText } from '#app/web/ui/written-text.tsx'
import { Head } from './head.tsx'
import { Promises } from './promises.tsx'
import { Services } from './services.tsx'

export const handle: PageHandle = { title: 'home:title', whole: true, shared: true }

export async function loader({ context }: LoaderFunctionArgs) {
  const now = context.clock.now()
  const [{ contact, notice }, airports, soon] = await Promise.all([
    readSiteTexts(context),
    optionalPart(context, 'airports', listOpenAirports(context)),
    optionalPart(context, 'soon', findSoon(context, context.viewerRef)),
  ])
  return {
    contact,
    notice: notice('home', context.language),
    airports: (airports ?? []).map(({ name }) => name),
    soon: soon ?? { lacksOne: false, carpools: [] },
    now,
  }
}

export default function Home() {
  const t = useT()
  const format = useFormat()
  const { contact, notice, airports, soon, now } = useLoaderData<typeof loader>()
  return (
    <div className="flex flex-col gap-6">
      <Head airports={airports} />
      {notice && (
        // One line until it is opened, however long the notice is.
        <details className="group rounded-card border border-line bg-surface text-14">
          <summary className="flex min-h-11 items-center gap-2 px-4 py-2">
            <span className="line-clamp-1 min-w-0 flex-1 group-open:line-clamp-none">
              <WrittenText text={notice} />
            </span>
            <Icon of={ChevronDown} className="text-muted group-open:rotate-180" />
          </summary>
        </details>
      )}
      <Services />
      <Promises />
      {soon.carpools.length > 0 && (
        <Section
          id="soon"
          title={t(soon.lacksOne ? 'home:soon.lacksOne' : 'home:soon.next')}
          action={
            <Link to="/carpool" className="inline-flex min-h-11 items-center text-brand underline">
              {t('home:soon.all')}
            </Link>
          }
        >
          <AutoRefresh everyMs={TICKETS_MS}>
            <CardGrid columns={2}>
              {soon.carpools.map((carpool) => (
                <li key={carpool.id} className="min-w-0">
                  <CarpoolCard
                    carpool={carpool}
                    // This list has only joinable cars.
                    released={false}
                    left={format.remainingShort(carpool.cutoffAt, now)}
                    joinTo={`/carpool/${carpool.id}/join?tripType=${carpool.tripType}`}
                  />
                </li>
              ))}
            </CardGrid>
          </AutoRefresh>
        </Section>
      )}
      <Section id="contact" title={t('home:contact.title')}>
        <ContactCard contact={contact} />
      </Section>
    </div>
  )
}
