import { useT } from '#app/i18n/context.tsx'

/** The button that Enter triggers; otherwise it would be the first one on the page (send code). */
export const DefaultButton = ({ intent }: { intent: string }) => (
  <button
    type="submit"
    name="intent"
    value={intent}
    tabIndex={-1}
    aria-hidden="true"
    className="for-ears"
  />
)

/** A field hidden from people; only a bot fills it in. */
export function Honeypot() {
  const t = useT()
  return (
    <div aria-hidden="true" className="for-ears">
      <label>
        <span>{t('account:field.leaveEmpty')}</span>
        <input name="homepage" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
