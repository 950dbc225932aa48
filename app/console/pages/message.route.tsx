import { type ActionFunctionArgs, data, type LoaderFunctionArgs } from '@remix-run/cloudflare'
import { useActionData, useLoaderData } from '@remix-run/react'
import { recordView } from '#app/audit/audit.server.ts'
import { requireAdmin } from '#app/console/http/admin-guard.server.ts'
import { messageFormSchema } from '#app/console/schemas/messages.server.ts'
import { readAllAirports } from '#app/console/service/airports.server.ts'
import {
  aboutOf,
  audienceIn,
  partsIn,
  sendMessage,
  weighMessage,
} from '#app/console/service/messages.server.ts'
import { FilterForm, NothingHere } from '#app/console/ui/kit.tsx'
import { SaidFields } from '#app/console/ui/said-fields.tsx'
import { useLanguage, useT } from '#app/i18n/context.tsx'
import { getT } from '#app/i18n/server.ts'
import { MESSAGE_MAX } from '#app/kernel/limits.ts'
import { redirectWithFlash } from '#app/web/http/flash.server.ts'
import { asSent, filledWith, readForm, refuseForm } from '#app/web/http/form.server.ts'
import { Button } from '#app/web/ui/button.tsx'
import { Card, Facts } from '#app/web/ui/card.tsx'
import { CheckField } from '#app/web/ui/check-field.tsx'
import { FormErrors } from '#app/web/ui/error-summary.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { type FormFields, formOf } from '#app/web/ui/form-state.ts'
import { Page } from '#app/web/ui/page.tsx'
import type { PageHandle } from '#app/web/ui/page-meta.tsx'
import { WrittenText } from '#app/web/ui/written-text.tsx'

export const handle: PageHandle = { title: 'admin:message.title', console: true }

/** Messages that are often sent, to be filled in. */
const DRAFTS = ['late', 'inside', 'door', 'traffic', 'cancelled', 'sorry'] as const
/** How late a driver is in its draft, until it is corrected. */
const LATE_MINUTES = 15
const FIELDS = { id: '', zh: '', en: '', sms: '', again: '' }

/** Whom the address is about, and who they are now; or 404. */
async function requireAudience({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request)
  const to = audienceIn(new URL(request.url).searchParams)
  const { subject, scope, view } = aboutOf(to)
  const { id: by } = await requireAdmin(context, request, { scope })
  const isPicking = subject === `${to.day}:`
  const found = await weighMessage(context, to)
  if (found.names.length > 0) await recordView(context, by, view, to.day || subject)
  return { by, to, isPicking, found }
}

export async function loader(args: LoaderFunctionArgs) {
  const { isPicking, found } = await requireAudience(args)
  const airports = isPicking ? await readAllAirports(args.context) : []
  return { ...found, airports, isPicking, id: crypto.randomUUID() }
}

/** `draft…` fills in a draft, `show` draws the message as students read it, `send` sends it. */
export async function action(args: ActionFunctionArgs) {
  const { request, context } = args
  const { by, to } = await requireAudience(args)
  const form = await request.formData()
  const intent = String(form.get('intent'))
  const draft = DRAFTS.find((one) => intent === `draft:${one}`)
  if (draft)
    for (const lang of ['zh', 'en'] as const)
      form.set(lang, getT(lang)(`admin:message.words.${draft}`, { minutes: LATE_MINUTES }))
  if (draft || intent === 'edit') return data({ result: asSent(form), shown: null })
  const read = readForm(context, form, messageFormSchema)
  if (!read.ok) return refuseForm(context, form, read.error, { shown: null })
  if (intent !== 'send')
    return data({ result: asSent(form), shown: { ...read.value, parts: partsIn(read.value) } })
  const sent = await sendMessage(context, by, to, read.value)
  if (!sent.ok) return refuseForm(context, form, sent.error, { shown: null })
  return redirectWithFlash(context, '/admin', { key: 'admin:message.sent' })
}

/** A message to everybody in a car, or to one of them: typed, shown as it is read, then sent. */
export default function Message() {
  const t = useT()
  const language = useLanguage()
  const { names, id, airports, isPicking } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { form, fields, errors } = formOf('message', FIELDS, answer?.result ?? filledWith({ id }))
  const filters = [
    { kind: 'day', name: 'day', label: t('admin:user.column.when') },
    {
      kind: 'view',
      name: 'airport',
      label: t('admin:nav.airports'),
      options: airports.map(({ id, airportName }) => ({ value: id, label: airportName[language] })),
    },
  ] as const
  if (isPicking)
    return (
      <Page width="form" title={t('admin:message.day')}>
        <FilterForm reset="/admin" filters={filters} />
      </Page>
    )
  return (
    <Page width="form" title={t('admin:message.title')}>
      <FormErrors errors={errors} title={t('admin:message.not')} />
      {names.length === 0 ? (
        <NothingHere>{t('admin:message.nobody')}</NothingHere>
      ) : (
        <Form method="post" {...form} className="flex flex-col gap-4">
          <input type="hidden" name="id" value={fields.id.value} />
          {answer?.shown ? <Preview fields={fields} /> : <Fields fields={fields} />}
          <Facts items={[{ term: t('admin:message.to'), detail: names.join('、') }]} />
        </Form>
      )}
    </Page>
  )
}

function Fields({ fields }: { fields: FormFields<typeof FIELDS> }) {
  const t = useT()
  const { texted, sent, asksAgain, mayText } = useLoaderData<typeof loader>()
  return (
    <>
      <fieldset className="flex flex-wrap gap-2">
        <legend className="mb-1 font-medium text-14">{t('admin:message.drafts')}</legend>
        {DRAFTS.map((one) => (
          <Button
            key={one}
            type="submit"
            name="intent"
            value={`draft:${one}`}
            small
            variant="quiet"
          >
            {t(`admin:message.draft.${one}`)}
          </Button>
        ))}
      </fieldset>
      <SaidFields fields={fields} />
      <p className="text-13 text-muted">{t('admin:message.hint', { max: MESSAGE_MAX })}</p>
      {mayText ? (
        <CheckField
          field={fields.sms}
          label={t('admin:message.sms')}
          hint={t('admin:message.smsHint', { count: texted })}
        />
      ) : (
        <p className="text-13 text-muted">{t('admin:message.smsOff')}</p>
      )}
      {asksAgain && (
        <CheckField
          field={fields.again}
          label={t('admin:message.again', { sent })}
          hint={t('admin:message.againHint')}
        />
      )}
      <Button type="submit" name="intent" value="show" variant="secondary">
        {t('admin:message.show')}
      </Button>
    </>
  )
}

/** The message as it is read, what it costs, and the button that sends it. */
function Preview({ fields }: { fields: FormFields<typeof FIELDS> }) {
  const t = useT()
  const { names, texted, isNight } = useLoaderData<typeof loader>()
  const shown = useActionData<typeof action>()?.shown
  if (!shown) return null
  const { zh, en, sms, parts } = shown
  return (
    <>
      <Card>
        <Facts
          items={[
            { term: t('admin:message.zh'), detail: <WrittenText text={zh || en} /> },
            { term: t('admin:message.en'), detail: <WrittenText text={en || zh} /> },
          ]}
        />
      </Card>
      {sms && <p>{t('admin:message.parts', { people: texted, ...parts })}</p>}
      {isNight && <p>{t('admin:message.night')}</p>}
      {(['zh', 'en', 'sms', 'again'] as const).map((name) => (
        <input key={name} type="hidden" name={name} value={fields[name].value} />
      ))}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" name="intent" value="send">
          {t('admin:message.submit', { count: names.length })}
        </Button>
        <Button type="submit" name="intent" value="edit" variant="quiet">
          {t('admin:message.edit')}
        </Button>
      </div>
    </>
  )
}
