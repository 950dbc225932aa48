import { useEffect, useState } from 'react'
import { useT } from '../i18n/context.tsx'
import { Button } from './button.tsx'
import { Check, Copy } from './icon.tsx'

/** Copies a text. Shown only where scripts run and copying is possible; the text itself stands beside it. */
export function CopyButton({ text }: { text: string }) {
  const t = useT()
  const [able, setAble] = useState(false)
  const [copied, setCopied] = useState(false)
  useEffect(() => setAble(Boolean(navigator.clipboard)), [])
  useEffect(() => {
    if (!copied) return
    const timer = setTimeout(() => setCopied(false), 2000)
    return () => clearTimeout(timer)
  }, [copied])
  if (!able) return null
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      () => setAble(false),
    )
  return (
    <Button variant="secondary" small icon={copied ? Check : Copy} onClick={copy}>
      <span aria-live="polite">{copied ? t('common:action.copied') : t('common:action.copy')}</span>
    </Button>
  )
}
