/** Words of services that members connect. */
export const serviceWords = {
  'service.title': 'Connected services',
  'service.lead': 'Services that you allowed to read your data. You can disconnect them at any time.',
  'service.none': 'No service is connected',
  'service.none-text': 'When you connect Kura on another site or in an app, it appears here.',
  'service.others': 'Services you can connect',
  'service.others-text': 'A connection begins on the site of the service.',
  'service.scope.profile': 'See your display name and profile picture',
  'service.scope.pieces': 'See the list of your pieces',
  'service.connected-at': 'Connected {{at}}',
  'service.last-used': 'last used {{at}}',
  'service.end': 'Disconnect',
  'service.end-confirm': 'Disconnect {{name}}? It can no longer see your data from that moment.',
  'service.ended': 'Disconnected',
  'service.new-tab': '(opens in a new tab)',

  'connect.title': 'Connect a service',
  'connect.lead': '{{name}} asks to connect with your Kura account.',
  'connect.allows': 'What you allow this service',
  'connect.never':
    'It cannot buy, list or move anything. It does not get your e-mail address, password or payment details.',
  'connect.account': 'Account to connect',
  'connect.return': 'You go on to',
  'connect.allow': 'Allow',
  'connect.decline': 'Do not allow',
  'connect.later': 'You can disconnect at any time in the account settings, under “Connected services”.',
  'connect.over': 'This request is over',
  'connect.over-text':
    'Its time has passed, or it began in another browser. Go back to the service and try again. Nothing was changed.',
  'connect.refused': 'The connection could not begin',
  'connect.refused-service':
    'What the service sent is wrong. Please tell the people who run it. None of your data was passed on.',
  'connect.home': 'To the first page',
} as const
