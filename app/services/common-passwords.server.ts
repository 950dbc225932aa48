/**
 * The commonest passwords of 6 to 20 characters, worldwide and among Chinese users, lower case.
 * Endings of digits and punctuation are judged by `isCommonPassword`, so only stems are listed.
 */
const COMMON = new Set(
  `
  123456 1234567 12345678 123456789 1234567890 12345678910 123123 123123123 123321 123321123 1234321
  654321 87654321 987654321 0987654321 112233 11223344 1122334455 121212 131313 123654 123654789
  147258 147258369 159357 159753 789456 789456123 741852963 963852741 321321 456456 789789
  101010 102030 010203 102938 246810 135790 1357924680 123abc 1q2w3e 1q2w3e4r 1q2w3e4r5t 1qaz2wsx
  1qaz2wsx3edc qazwsx qazwsxedc zaq12wsx zaq1zaq1 q1w2e3 q1w2e3r4 q1w2e3r4t5 qwe123 123qwe qweasd qweasdzxc
  qwerty qwertyu qwertyui qwertyuiop qwert12345 qwer1234 1234qwer asdfgh asdfghj asdfghjk asdfghjkl
  asdasd asdf1234 zxcvbn zxcvbnm zxczxc zxc123 poiuyt poiuytrewq lkjhgf mnbvcxz
  abc123 abcd1234 abcdef abcdefg abcdefgh a1b2c3 a1b2c3d4 aa123456 a123456 a12345678 q123456 z123456 w123456
  as123456 qq123456 qq12345678 zz123456 xx123456 wang123456 li123456 zhang123456 aaa123 aaa111 abc123456
  password passw0rd p@ssword p@ssw0rd pa55word pass1234 password1 mypassword passwort admin123 administrator
  root123 rootroot test123 testtest guest123 user123 changeme default letmein welcome hello123 hellohello
  iloveyou iloveyou520 loveyou lovelove iloveu ihateyou fuckyou fuckoff trustno1 whatever nothing secret
  master monkey dragon shadow sunshine princess football baseball basketball soccer hockey superman batman
  spiderman pokemon pikachu starwars computer internet google facebook samsung iphone apple123 android
  michael jordan23 jennifer jessica michelle daniel andrew thomas charlie robert matthew joshua anthony
  ashley nicole hannah amanda george william buster tigger ginger pepper cookie cheese banana chocolate
  orange purple summer winter autumn spring flower freedom forever killer hunter ranger mustang ferrari
  mercedes porsche corvette harley yankees liverpool arsenal chelsea manchester england london nottingham
  liverpool1 arsenal1 chelsea1 rangers celtic everton tottenham newcastle birmingham nottingham1
  111111 222222 333333 444444 555555 666666 777777 888888 999999 000000 168168 518518 520520 521521
  5201314 520131400 1314520 13145200 1314521 5211314 7758521 7758258 5845201314 584520 518888 168888 888168
  5203344 3344520 147369 110110 119119 120120 12345qwert woaini woaini520 woaini521 woaini1314
  woaini1314520 woaini123 woaiwojia woaimama woaibaba woaiziji wobuaini nihao123 nihaoma nihaonihao
  zhongguo zhongguo1 zhonghua beijing shanghai guangzhou shenzhen hongkong taiwan wuhan chengdu
  caonima wocaonima nimabi woshishui woshini laopo laogong baobei baobao wangyi taobao alipay weixin wechat
  tencent tencent123 qqqqqq aaaaaa zzzzzz xxxxxx asdfasdf qweqwe zxcvzxcv
  neighbourhelp neighborhelp linbang linbang123 carpool student student123 uonstudent university
  `.split(/\s+/),
)

const KEYBOARD_ROWS = ['01234567890', 'abcdefghijklmnopqrstuvwxyz', 'qwertyuiop', 'asdfghjkl', 'zxcvbnm']

/** One character throughout, or a run along the digits, the alphabet or a row of the keyboard. */
function isRun(text: string): boolean {
  if (new Set(text).size === 1) return true
  const backwards = [...text].reverse().join('')
  return KEYBOARD_ROWS.some((row) => row.includes(text) || row.includes(backwards))
}

/**
 * Whether a password is among the first that anyone would try: listed (also with digits or
 * punctuation put at its end), one character throughout, or a run of keys.
 */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase()
  const stem = text.replace(/[\d!@#$%^&*._-]{1,4}$/, '')
  return COMMON.has(text) || (stem.length >= 6 && COMMON.has(stem)) || isRun(text)
}
