import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { ServiceDescriptions } from '#app/carpool/ui/service-descriptions.tsx'
import { answerTable, openTable, tableEditor } from '#app/console/http/table-editor.server.ts'
import { descriptionsBody } from '#app/console/schemas/texts.server.ts'
import { readGaps } from '#app/console/service/reviews.server.ts'
import { type DescriptionItem, SUBJECTS, textsTable } from '#app/console/service/texts.server.ts'
import { Gaps } from '#app/console/ui/gaps.tsx'
import { TableEditor } from '#app/console/ui/table-editor.tsx'
import { useT } from '#app/i18n/context.tsx'
import { htmlLang, languages } from '#app/i18n/languages.ts'
import { DESCRIPTION_CONTENT_MAX, DESCRIPTION_TITLE_MAX } from '#app/kernel/description.ts'
import { Card } from '#app/web/ui/card.tsx'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { Tabs } from '#app/web/ui/tabs.tsx'

export const handle: PageHandle = { title: 'admin:nav.texts', console: true }

/** The service in the address; the first if there is none. */
function serviceOf(request: Request) {
  const named = new URL(request.url).searchParams.get('service')
  return SUBJECTS.find((service) => service === named) ?? SUBJECTS[0]
}

/** The points of a service, in both languages. */
const editor = tableEditor({
  scope: 'catalog',
  table: (context, request) => textsTable(context, serviceOf(request)),
  schema: descriptionsBody,
  id: 'id',
  rows: 'ordered',
  itemsOf: (table) => table,
  wanted: (items) => items,
  nameOf: ({ t }, { at }) => t('admin:text.point', { at: at + 1 }),
  groups: ({ t }) => [
    {
      fields: (['title', 'content'] as const).flatMap((part) =>
        languages.map((language) => ({
          name: `${language}.${part}`,
          label: t(`admin:text.${language}.${part}`),
          kind: part === 'title' ? ('text' as const) : ('long' as const),
          max: part === 'title' ? DESCRIPTION_TITLE_MAX : DESCRIPTION_CONTENT_MAX,
          lang: htmlLang[language],
        })),
      ),
    },
  ],
  shown: (_, __, after) => after,
  saved: (request) => ({
    to: `/admin/texts?service=${serviceOf(request)}`,
    key: 'admin:text.saved',
  }),
})

export const loader = async (args: LoaderFunctionArgs) => ({
  draft: (await openTable(args, editor)).draft,
  service: serviceOf(args.request),
  gaps: await readGaps(args.context),
  services: SUBJECTS,
})
export const action = (args: ActionFunctionArgs) => answerTable(args, editor)

/** What each service promises and asks for; the preview is as students will see it. */
export default function TextsPage() {
  const t = useT()
  const { draft: opened, service, services, gaps } = useLoaderData<typeof loader>()
  const draft = useActionData<typeof action>() ?? opened
  return (
    <Page title={t('admin:nav.texts')} lead={t('admin:text.lead')}>
      <Tabs
        label={t('admin:text.services')}
        items={services.map((one) => ({
          to: `/admin/texts?service=${one}`,
          label: t(`admin:text.service.${one}`),
          current: one === service,
        }))}
      />
      <Gaps gaps={gaps} page={service} />
      <TableEditor
        draft={draft}
        columns="lg:grid-cols-2"
        preview={draft.shown && <AsStudentsSee points={draft.shown} />}
      />
    </Page>
  )
}

/** The texts in each language, rendered by the component that students will see. */
function AsStudentsSee({ points }: { points: DescriptionItem[] }) {
  const t = useT()
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      {languages.map((language) => (
        <section key={language} lang={htmlLang[language]} aria-labelledby={`preview-${language}`}>
          <h3 id={`preview-${language}`} className="mb-2 text-18">
            {t(`admin:text.${language}.name`)}
          </h3>
          <Card>
            <ServiceDescriptions
              items={points.map(({ id, sortOrder, ...texts }) => ({
                id,
                sortOrder,
                ...texts[language],
              }))}
            />
          </Card>
        </section>
      ))}
    </div>
  )
}
