import type { packWords as en } from '../en/pack.ts'
import type { WordsLike } from '../word-key.ts'

/** 順番待ちと公正さの証明の言葉。 */
export const packWords = {
  'line.title': '順番にご案内します',
  'line.before':
    '販売開始までに、いつでも列に並べます。順番は販売開始のときに抽選で決まるため、早く並んでも有利にはなりません。',
  'line.explain': '列に並ぶと、順番にご案内します。このページを離れても、順番はそのままです。',
  'line.join': '列に並ぶ',
  'line.needs-member': '並ぶにはログインが必要です。',
  'line.waiting-before': '列に並びました。順番は販売開始のときに抽選で決まります。',
  'line.ahead': '前に{{ahead}}人が並んでいます',
  'line.next': '次がお客さまの番です',
  'line.wait-seconds': '待ち時間の目安は1分以内です',
  'line.wait': '待ち時間の目安は約{{count}}分です',
  'line.all-reserved': '残りのパックはすべて、ほかの方がお支払い中です。購入されなかったときは、すぐにご案内します。',
  'line.keep': '順番が来ると、購入手続きに自動で進みます。再読み込みしても順番は変わりません。',
  'line.admitted': 'お客さまの番です',
  'line.admitted-until': '{{time}}までに購入手続きを始めてください。過ぎると次の方の番になります。',
  'line.to-checkout': '購入手続きへ',
  'line.closed': '完売したため、受付を終了しました。',

  'proof.of': '公正さの証明：{{name}}',
  'proof.description': '「{{name}}」の中身が販売前にどう決められたか、そしてそれを誰でも確かめられる方法です。',
  'proof.lead':
    'すべてのパックの中身と販売する順番は、最初の1個が売れる前に決まっています。いつ何をお約束したか、お使いのブラウザで計算し直せること、そしてご自身で見比べていただくことを、下に示します。',
  'proof.picture': 'パックに中身を入れて封をし、誰にも予想できないブロックで混ぜ、その順番で販売します。',
  'proof.stage.commit.title': '中身を入れて、封をする',
  'proof.stage.commit.text':
    '{{issued}}個すべてのパックに、無作為に選んだカードを入れて封をしました。その内容の「指紋」を公開しています。カードが1枚でも変われば、指紋も変わります。',
  'proof.stage.height.title': 'まだないブロックを指定する',
  'proof.stage.height.text':
    '指紋と同時に、まだ存在しない{{height}}番のブロックを指定しました。その中身は誰にも分かりません。',
  'proof.stage.draw.title': 'ブロックで混ぜる',
  'proof.stage.draw.text':
    'ブロックができると、そのIDだけで販売する順番が決まります。最初に買った方に1番目のパックが届きます。',
  'proof.stage.publish.title': 'すべてを公開する',
  'proof.stage.publish.text':
    '販売が終わると、中身を選ぶのに使った秘密の数と、すべてのパックの中身を公開します。誰でも同じ計算をやり直せます。',
  'proof.state.done': '完了',
  'proof.state.waiting': 'これから',
  'proof.old': 'このパックは以前の方法で作られ、ブロックを使わず、中身を入れた順に販売されています。',
  'proof.check.title': '計算し直す',
  'proof.check.text':
    'お使いの端末のブラウザがすべてを計算し直し、公開された数が互いに合っているかを示します。指紋とブロックは公開された値をそのまま使うため、下でご自身で見比べてください。',
  'proof.check.run': '確かめる',
  'proof.check.again': 'もう一度確かめる',
  'proof.check.running': '計算しています…',
  'proof.check.right': '公開された数は互いに合っています。下の値を見比べて、はじめて証明になります。',
  'proof.check.wrong': '合わないところがあります。ファイルを保存のうえ、お知らせください。',
  'proof.check.waiting': 'まだ販売中です。残りは、販売が終わるとここに公開されます。',
  'proof.check.failed': '証明を読み込めませんでした。',
  'proof.compare.title': 'ご自身で見比べること',
  'proof.compare.text':
    '次の値を運営者が後から取り替えていないことは、計算では示せません。運営者以外の情報と見比べてください。',
  'proof.compare.note':
    '今のうちに控えるか、このページを保存してください。販売が終わったら、そのときここに表示される値と同じかを見比べてください。',
  'proof.compare.commitment': '販売前にご自身や信頼できる方が控えた値と同じですか。',
  'proof.compare.block-title': '公開のチェーンのブロック',
  'proof.compare.block':
    'この番号のブロックのIDは、チェーンのどのノードに尋ねても同じですか。運営者のものではないノードで確かめてください。',
  'proof.compare.ask': '公開のノードに{{height}}番のブロックを尋ねる',
  'proof.compare.limits':
    '示せないこと：中身を入れる者は抽選の後の順番を知っているため、購入の時を選ぶことはできます。ただし、順番を変えることはもうできません。',
  'proof.step.form': '公開された数が互いに合っている',
  'proof.step.commitment': '秘密の数から、公開された指紋が得られる',
  'proof.step.cards': 'どのパックにも、決められたとおりのカードが入っている',
  'proof.step.order': 'ブロックのIDが決める順番で販売された',
  'proof.result.right': '正しい',
  'proof.result.wrong': '合わない',
  'proof.result.waiting': '未公開',
  'proof.result.unchecked': '未確認',
  'proof.data.title': '公開されている値',
  'proof.data.commitment': '指紋（SHA-256）',
  'proof.data.committed-at': '公開した日時',
  'proof.data.height': '指定したブロック',
  'proof.data.block': 'ブロックのID',
  'proof.data.salt': '秘密の数',
  'proof.data.none': 'まだありません',
  'proof.download': 'すべてをJSONでダウンロード',
  'proof.command': 'ブラウザを使わずに確かめるには、ファイルに対して次を実行します。',
  'proof.command.noted': '控えた指紋',
  'proof.back': 'パックに戻る',
} as const satisfies WordsLike<typeof en>
