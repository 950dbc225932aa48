import { useT } from '#app/i18n/context.tsx'
import { MESSAGE_MAX } from '#app/kernel/limits.ts'
import { control, type FormFields } from '#app/web/ui/form-state.ts'
import { TextArea } from '#app/web/ui/text-area.tsx'

/** What students are to read, in Chinese and in English. */
export function SaidFields({ fields }: { fields: FormFields<{ zh: string; en: string }> }) {
  const t = useT()
  return (['zh', 'en'] as const).map((name) => (
    <TextArea
      key={name}
      label={t(`admin:message.${name}`)}
      error={fields[name].errors?.join(' ')}
      input={{ ...control(fields[name]), rows: 3, maxLength: MESSAGE_MAX }}
    />
  ))
}
