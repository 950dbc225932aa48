import { useT } from '#app/i18n/context.tsx'
import { Button } from '#app/web/ui/button.tsx'
import { Field } from '#app/web/ui/field.tsx'
import { Form } from '#app/web/ui/form.tsx'
import { More } from './more.tsx'

/**
 * Approves a member with one press, rejects with two. The action reads `userId`, `intent` and
 * `name`.
 */
export function DecideMember({ id, name }: { id: string; name: string }) {
  const t = useT()
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Form method="post">
        <input type="hidden" name="userId" value={id} />
        <Button type="submit" name="intent" value="approve">
          {t('admin:member.approve')}
          <span className="for-ears"> {name}</span>
        </Button>
      </Form>
      <More
        label={t('admin:member.reject')}
        about={name}
        tone="text-danger"
        className="min-w-0 flex-1"
      >
        <Form method="post" className="mt-2 flex flex-col items-start gap-2">
          <input type="hidden" name="userId" value={id} />
          <p className="text-14 text-muted">{t('admin:member.rejectSure')}</p>
          <Field
            label={t('admin:member.reason')}
            className="w-full"
            input={{ id: `reason-${id}`, name: 'reason', maxLength: 100, required: true }}
          />
          <Button type="submit" name="intent" value="reject" variant="danger">
            {t('admin:member.rejectSubmit')}
          </Button>
        </Form>
      </More>
    </div>
  )
}
