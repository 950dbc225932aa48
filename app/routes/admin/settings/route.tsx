import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/cloudflare'
import { Form, useActionData, useLoaderData } from '@remix-run/react'
import {
  NUMBER_SETTINGS,
  type NumberSetting,
  TEXT_SETTINGS,
  type TextSetting,
} from '#app/domain/settings.ts'
import { requireAdmin } from '#app/http/admin-guard.server.ts'
import { redirectWithFlash } from '#app/http/flash.server.ts'
import {
  answerDraft,
  checkDraft,
  type Draft,
  editing,
  readIntent,
  readVersion,
} from '#app/http/table-editor.server.ts'
import { useT } from '#app/i18n/context.tsx'
import { settingsBody } from '#app/schemas/admin-texts.server.ts'
import { EnterPreviews, HiddenValues, PreviewStep } from '#app/ui/admin/table-editor.tsx'
import { TextArea } from '#app/ui/admin/text-area.tsx'
import { Button } from '#app/ui/button.tsx'
import { ErrorSummary } from '#app/ui/error-summary.tsx'
import { Field, FieldSet } from '#app/ui/field.tsx'
import { Page } from '#app/ui/page.tsx'
import type { PageHandle } from '#app/ui/page-meta.tsx'
import {
  bodyOf,
  builtInNotices,
  changesOf,
  readSettings,
  textsOfSettings,
} from './editor.server.ts'

export const handle: PageHandle = { title: 'admin:nav.settings', console: true }

export async function loader({ request, context }: LoaderFunctionArgs) {
  await requireAdmin(context, request, { scope: 'settings' })
  const { table, version } = await context.admin.settings.read()
  return { started: editing([textsOfSettings(table)], version), builtIn: builtInNotices() }
}

/** Previews the settings' changes, or saves them. */
export async function action({ request, context }: ActionFunctionArgs) {
  const { id } = await requireAdmin(context, request, { scope: 'settings' })
  const form = await request.formData()
  const [typed, seen, { intent }] = [readSettings(form), readVersion(form), readIntent(form)]
  if (intent === 'edit') return answerDraft(editing([typed], seen))
  const checked = checkDraft(context, settingsBody, bodyOf(typed))
  if (!checked.ok)
    return answerDraft({ ...editing([typed], seen), errors: checked.errors }, 'validationFailed')
  const { settings } = context.admin
  if (intent === 'save' && (await settings.put(id, seen, checked.value)).ok)
    return redirectWithFlash(context, '/admin/settings', {
      kind: 'success',
      key: 'admin:setting.saved',
    })
  // Previewed, or not saved because another save came first: both show what saving would change
  // now.
  const { table, version } = await settings.read()
  const draft: Draft = {
    step: 'preview',
    rows: [typed],
    version,
    stale: version !== seen,
    errors: {},
    changes: changesOf(context.t, table, settings.withBuiltIns(checked.value)),
  }
  return answerDraft(draft, draft.stale ? 'versionConflict' : undefined)
}

const groups = [
  { group: 'fees', numbers: ['mailBasePrice', 'moveBasePrice', 'tripBalancePrice'], texts: [] },
  { group: 'rates', numbers: ['pointsPerPound', 'pointsEarnedPerPound'], texts: [] },
  { group: 'contact', numbers: [], texts: ['contactName', 'contactLink'] },
  { group: 'home', numbers: [], texts: ['homeNoticeZh', 'homeNoticeEn'] },
  { group: 'trip', numbers: [], texts: ['tripNoticeZh', 'tripNoticeEn'] },
] as const satisfies { group: string; numbers: NumberSetting[]; texts: TextSetting[] }[]

/** Fees, rates, contact and notices: typed, previewed, then saved. */
export default function SettingsPage() {
  const t = useT()
  const { started, builtIn } = useLoaderData<typeof loader>()
  const { step, rows, version, stale, errors, changes } = useActionData<typeof action>() ?? started
  const values = rows[0] ?? {}
  const versionValue = { version: String(version) }
  if (step === 'preview')
    return (
      <Page
        width="text"
        title={t('admin:draft.previewTitle')}
        lead={t('admin:setting.previewLead')}
      >
        <Form method="post" className="flex flex-col gap-4">
          <PreviewStep stale={stale} changes={changes} values={{ ...versionValue, ...values }} />
        </Form>
      </Page>
    )
  const wrong = Object.entries(errors).map(([name, text]) => ({
    fieldId: name,
    text: `${t(`admin:setting.${name as NumberSetting | TextSetting}`)} · ${text}`,
  }))
  return (
    <Page width="text" title={t('admin:nav.settings')} lead={t('admin:setting.lead')}>
      <Form method="post" className="flex flex-col gap-6" noValidate>
        <EnterPreviews />
        <HiddenValues values={versionValue} />
        <ErrorSummary items={wrong} />
        {groups.map(({ group, numbers, texts }) => (
          <FieldSet
            key={group}
            legend={t(`admin:setting.group.${group}`)}
            hint={t(`admin:setting.hint.${group}`)}
          >
            {numbers.map((name) => (
              <NumberField key={name} name={name} value={values[name]} error={errors[name]} />
            ))}
            {texts.map((name) => (
              <TextField
                key={name}
                name={name}
                value={values[name]}
                error={errors[name]}
                builtIn={builtIn[name]}
              />
            ))}
          </FieldSet>
        ))}
        <Button type="submit" name="intent" value="preview" className="self-start">
          {t('admin:draft.preview')}
        </Button>
      </Form>
    </Page>
  )
}

type FieldProps<Name> = { name: Name; value: string | undefined; error: string | undefined }

function NumberField({ name, value, error }: FieldProps<NumberSetting>) {
  const t = useT()
  const isMoney = NUMBER_SETTINGS[name].charged
  return (
    <Field
      label={t(`admin:setting.${name}`)}
      prefix={isMoney ? '£' : undefined}
      errors={error ? [error] : undefined}
      input={{
        id: name,
        name,
        defaultValue: value,
        inputMode: isMoney ? 'decimal' : 'numeric',
        autoComplete: 'off',
        maxLength: 12,
      }}
    />
  )
}

function TextField({
  name,
  value,
  error,
  builtIn,
}: FieldProps<TextSetting> & { builtIn?: string | undefined }) {
  const t = useT()
  const { max } = TEXT_SETTINGS[name]
  const label = t(`admin:setting.${name}`)
  const input = { id: name, name, defaultValue: value, maxLength: max }
  if (name !== 'contactLink' && name !== 'contactName')
    return (
      <TextArea
        label={label}
        hint={t('admin:setting.builtInIs', { text: builtIn ?? '' })}
        error={error}
        input={{ ...input, rows: 3 }}
      />
    )
  return (
    <Field
      label={label}
      errors={error ? [error] : undefined}
      input={{ ...input, type: name === 'contactLink' ? 'url' : 'text', autoComplete: 'off' }}
    />
  )
}
