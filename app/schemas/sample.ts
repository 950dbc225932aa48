/**
 * Shared by the examples in the API document: one student, one carpool, one trip and one order.
 * Telephone numbers are from the range that Ofcom reserves for fiction.
 */
export const sample = {
  name: '李小雨',
  surname: '李',
  route: '希思罗机场 → 诺丁汉',
  email: 'xiaoyu.li@example.com',
  phone: '07700900123',
  tel: '+447700900123',
  wechat: 'xiaoyu_li',
  flatName: 'Castle Court',
  flatNumber: '12B',
  home: 'Castle Court, Nottingham NG7 1FB',
  airportName: { zh: '希思罗机场', en: 'Heathrow' },
  terminals: ['T2', 'T3', 'T4', 'T5'],
  terminal: 'T3',
  flight: 'BA038',
  prices: { '1': 12_000, '2': 6500, '3': 4600, '4': 3800, '5': 3200 },
  tripName: '湖区两日游',
  tripTexts: {
    itinerary: '周六 8 点出发，游船和徒步；周日下午返回诺丁汉。',
    meetingPoint: 'Victoria Centre, Milton Street entrance',
    included: '往返巴士\n一晚青旅',
  },
  post: '我在到达口左边的咖啡店门口',
  from: { address: '12 Castle Boulevard, Nottingham', zip: 'NG7 1FB' },
  abroad: { address: '上海市静安区南京西路 1 号', zip: '200041' },
  nearby: { address: '4 Beeston Road, Nottingham', zip: 'NG9 2JX' },
  town: '诺丁汉',
  boxDate: '2026-12-08',
  pointsUsed: '抵扣余款：希思罗机场，12月12日 周六 14:00',
} as const
