import { restoreLanguage } from '#app/i18n/browser.ts'
import { offerCopying } from './copy-text.ts'
import { sayDates } from './date-label.ts'
import { closeWhatIsOpen } from './dismiss.ts'
import { keepTyped } from './form-draft.ts'
import { answerOffline } from './offline.ts'
import { offerShowing } from './password-toggle.ts'
import { keepScroll, whenParsed } from './scroll.ts'
import { showSearched } from './search-focus.ts'
import { stepCounts } from './stepper.ts'

// The few scripts that the markup of every page needs: on plain pages the only ones (decision
// 0016), on others in addition to React.
if (restoreLanguage()) location.reload()
keepScroll()
keepTyped()
showSearched()
offerCopying()
offerShowing()
sayDates()
stepCounts()
answerOffline()
closeWhatIsOpen()
// Some browsers focus only fields by themselves, and none does where the address names a part.
whenParsed(() => document.querySelector<HTMLElement>('[autofocus]')?.focus())
