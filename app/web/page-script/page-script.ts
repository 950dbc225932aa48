import { restoreLanguage } from '#app/i18n/browser.ts'
import { closeWhatIsOpen } from './closing.ts'
import { offerCopying } from './copying.ts'
import { sayDates } from './dated.ts'
import { answerOffline } from './offline.ts'
import { keepScroll, whenParsed } from './scroll.ts'
import { showSearched } from './searched.ts'
import { offerShowing } from './showing.ts'
import { stepCounts } from './stepping.ts'
import { keepTyped } from './typed.ts'

// The few scripts that the markup of every page needs: on plain pages the only ones (decision
// 0024), on others in addition to React.
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
