// Topics of support conversations: an English word, and prefixes of its translations (German, Spanish,
// French, Portuguese, Italian, Dutch, Japanese, Chinese, Russian); some are several words. Other words are compared by their spelling.
const ENTRIES = `
access: zugriff zugang acceso accéder accès acceso acesso accesso toegang アクセス 访问 доступ
account: konto benutzerkonto cuenta compte conta account アカウント 账户 帐户 账号 аккаунт
add: hinzufüg añad agreg ajout adicion aggiung toevoeg 追加 添加 добав
address: adresse anschrift dirección direccion endereço indirizzo adres 住所 アドレス 地址 адрес
admin: verwalter administrador administrateur amministratore beheerder 管理者 管理员 администратор
answer: antwort respuesta réponse risposta resposta antwoord 回答 返信 答复 ответ
app: anwendung aplicación aplicacion appli aplicativo applicazione アプリ 应用 приложени
arrive: ankomm ankunft angekommen llega arriv cheg aankom 届 到着 到达 收到 приш
attachment: anhang anhänge adjunto pièce anexo allegato bijlage 添付 附件 вложени
bank: bancari bancaire 銀行 银行 банк
bill: abrechn zahlungsziel facturación facturation cobrança fatturazione 請求 账单
book: buch libro livre livro boek 予約 预订
broken: kaputt defekt roto rota estropead cassé quebrad rotto kapot 壊れ 故障 损坏 сломан
browser: navegador navigateur ブラウザ 浏览器 браузер
button: knopf schaltfläche botón boton bouton botão pulsante ボタン 按钮 кнопк
buy: kauf gekauft compra comprar achet acheté comprei acquist kopen gekocht 購入 买 купи
cancel: kündig gekündigt stornier abbestell cancel anula résili annul desist disdi annulla opzeg キャンセル 解約 取消 取り消 отмен
card: karte tarjeta carte cartão carta kaart カード 卡片 карт
certificate: zertifikat certificad certificat 証明書 证书 сертификат
change: änder geänder wechsel cambi modif chang mudar alter wijzig 変更 更改 修改 измен
charge: abgebucht belast cobr débit prélev addebit afgeschreven 課金 扣款 списа
checkout: kasse bezahlvorgang caja caisse finaliz レジ 结账
city: stadt ciudad ville cidade città
code: quelltext código codigo codice コード 代码 код
colleague: kolleg compañer collègue colega 同僚 同事 коллег
comment: kommentar comentari commentaire commento reactie コメント 评论 коммент
company: firma unternehmen empresa entreprise société azienda bedrijf 会社 企業 公司 компани
configure: einricht konfigur einstell ajuste configur paramèt impost instel 設定 设置 配置 настро
connect: verbind verknüpf conect connect relier colleg koppel verbinden 接続 連携 连接 подключ
contract: vertrag contrato contrat contratto contract 契約 合同 договор
copy: kopier copia copier cópia copiar duplic コピー 复制 копи
country: land país pais pays paese 国 国家 стран
coupon: gutschein cupón cupon bon buono cupom クーポン 优惠券 купон
create: erstell anleg crear créer creo creare cria maken 作成 创建 созда
credit: kredit crédit credit クレジット 信用 кредит
customer: kunde client cliente klant 顧客 お客様 客户 клиент
damaged: beschädigt dañad endommagé abîmé danific danneggiat beschadigd 破損 損傷 损坏 поврежд
data: daten datos données dados dati gegevens データ 数据 данны
database: datenbank データベース 数据库
date: datum fecha date data 日付 日期 дата
day: tage días jours dias giorni dagen 日間 天 дней
declined: abgelehnt abgewiesen zurückgewiesen rechazad refusé recusad rifiutat geweigerd 拒否 拒绝 отклон
delete: lösch gelöscht entfern borra elimin supprim effac apag exclu cancell verwijder 削除 删除 удал
delivery: liefer zustell geliefert entrega livraison livré livrée consegn bezorg lever 配達 配送 お届け 交付 доставк
discount: rabatt nachlass descuento remise réduction desconto sconto korting 割引 折扣 скидк
document: dokument document documento ドキュメント 文書 文档 документ
domain: dominio domaine domínio domein ドメイン 域名 домен
download: herunterlad download descarg télécharg baix scaric ダウンロード 下载 скача
edit: bearbeit edit édit modific bewerk 編集 编辑 редактир
email: mail correo courriel メール 邮件 почт
employee: mitarbeiter beschäftig emplead employé salarié funcionári dipendent medewerker 社員 従業員 员工 сотрудник
error: fehler error erreur erro errore fout エラー 错误 报错 ошибк
exchange: umtausch austausch cambio échange troca scambio ruilen 交換 换货 обмен
expire: ablauf abgelaufen caduc vencid expir scad verlopen 期限切れ 过期 истек
export: export exporta エクスポート 書き出 导出 экспорт
fail: fehlschlag fehlgeschlagen scheiter schlägt falla falló échou échec falh fallit mislukt 失敗 失败 сбо
file: datei archivo fichier ficheiro arquivo bestand ファイル 文件 файл
find: find gefunden encontr encuentr trouv ach trov vind 見つか 找到 най
fit: passt passen größe talla taille tamanho taglia maat サイズ 尺寸 размер
font: schrift fuente police fonte lettertype フォント 字体 шрифт
forget: vergess olvid oubli esquec dimentic vergeten 忘れ 忘记 забы
image: bild imagen image imagem immagin afbeelding 画像 图片 изображени
import: import importa インポート 取り込 导入 импорт
install: installier instal install インストール 安装 установ
invite: einlad eingeladen invit lade convid uitnod 招待 邀请 приглас
invoice: rechnung factura facture fatura fattur factuur 請求書 领収書 领收书 领収 发票 счет счёт
language: sprache idioma langue língua lingua taal 言語 语言 язык
late: verspät retras retard atras ritard laat 遅 延迟 задерж
license: lizenz licencia licence licença licenza licentie ライセンス 许可 лиценз
limit: grenze begrenz límite limite limiet 制限 上限 限制 лимит
link: verweis enlace lien ligação collegamento リンク 链接 ссылк
list: liste lista lijst 一覧 リスト 列表 список
load: laden lädt carga charg carrega caric 読み込 加载 загру
login: anmeld einlogg angemeldet connexion entrar acced inloggen ログイン サインイン 登录 войти вход
lost: verloren perdid perdu pers verlies 紛失 なくし 丢失 потер
member: mitglied miembro membre membro lid メンバー 成员 участник
message: nachricht mensaje message mensagem messaggio bericht メッセージ 消息 сообщени
missing: fehlt fehlen vermiss falta manqu faltando manca ontbre 足りな 表示されな 缺少 отсутств
mobile: handy móvil movil portable celular telemóvel cellulare mobiel 携帯 スマホ 手机 телефон
money: geld dinero argent dinheiro soldi denaro お金 钱 деньг
month: monat mes mois mês mese maand 月 ヶ月 месяц
move: verschieb umzug mover déplac spost verplaats 移動 移动 перемест
name: namen nombre nom nome naam 名前 名称 имя
number: nummer número numero numéro 番号 号码 номер
offline: ausgefall offline caíd hors fora オフライン 离线
open: öffn abrir ouvrir apri openen 開 打开 откры
order: bestell auftrag pedido orden commande commandé encomenda ordine ordin bestelling 注文 订单 заказ
organization: organisation organización organizacion organização organizzazione organisatie 組織 组织 организаци
page: seite página pagina page páginas pagine ページ 页面 страниц
parcel: paket päckchen sendung paquete colis pacote encomenda pacco pakket 荷物 小包 包裹 посылк
password: passwort kennwort contraseña motdepasse senha palavrapasse wachtwoord パスワード 密码 密碼 парол
pay: zahl bezahl überweis pago pagar paga pague pagué payer paie paiement pagament betal 支払 支付 付款 оплат плат
permission: berechtig erlaubnis rechte permis autoris permiss machtiging 権限 权限 прав
phone: telefon teléfono téléphone telefone telefono telefoon 電話 电话
picture: foto photo 写真 照片
plan: tarif tarifa forfait plano piano abonnementsform プラン 套餐
possible: möglich posible possível possibile mogelijk
price: preis precio prix preço prezzo prijs 価格 料金 价格 цен
print: druck gedruckt imprim impress stamp afdruk 印刷 打印 печат
problem: problem problema problème problemi 問題 问题 проблем
product: produkt artikel producto artículo articulo produit article produto artigo prodotto articolo product 商品 製品 产品 товар
profile: profil perfil profilo profiel プロフィール 个人资料 профил
project: projekt proyecto projet projeto progetto project プロジェクト 项目 проект
publish: veröffentlich publizier publica publi pubblic 公開 发布 публик
receipt: quittung beleg recibo reçu ricevuta bon 領収書 收据 чек
receive: bekomm erhalten erhielt recib reçu receb ricev ontvang 受け取 収到 получ
record: eintrag registro enregistrement entrada record レコード 记录 запис
redirect: weiterleit umleit redirig redirec redirig リダイレクト 重定向
refund: erstatt rückerstatt reembols rembours rimbors terugbetal 返金 払い戻 退款 возврат
register: registrier regístr registr inscri iscriv 登録 注册 регистр
renewal: verläng erneuer renov renouvel rinnov verleng 更新 续费 продл
replace: ersetz ersatz reemplaz sustitu remplac substitu sostitu vervang 交換 替换 замен
report: bericht informe rapport relatório rapporto レポート 报告 отчет
repository: repositor dépôt depósito repositório リポジトリ 仓库 репозитор
reset: zurücksetz zurückgesetzt restablec réinitialis redefin reimpost reiniciar herstel 再設定 リセット 重置 сброс
result: ergebnis resultad résultat risultat resultaat 結果 结果 результат
return: rückgabe rücksend zurückschick zurückgeb zurücksend retour devolv devoluc devuelv retourn renvoy restitu reso terugstur 返品 退货 вернуть
save: speicher guarda enregistr sauvegard salva opslaan 保存 сохран
search: such busca búsqueda busqueda recherch cherch pesquis ricerc cerca zoek 検索 搜索 поиск
security: sicherheit seguridad sécurité segurança sicurezza beveilig セキュリティ 安全 безопасност
send: schick gesendet geschickt envía envia envoy invia verstuur stuur 送信 送って 发送 отправ
server: servidor serveur サーバー 服务器 сервер
ship: versand verschick versende envío envio enviad expédi spedi spedizione verzend 発送 送料 发货 运费 отгруз
shoe: schuh zapato chaussure sapato scarp schoen 靴 鞋 обув
shop: laden geschäft tienda magasin boutique loja negozio winkel 店舗 ショップ 商店 магазин
show: zeig anzeig muestra mostra affich mostr toon 表示 显示 показ
signature: unterschrift firma signature assinatura 署名 签名 подпис
sign: anmeldung sesión signon サインオン 登录
site: webseite website sitio site sito サイト 网站 сайт
size: größe talla tamaño
slow: langsam lento lenta lent langzaam traag 遅い 慢 медлен
space: bereich espacio espace espaço spazio ruimte スペース 空间 пространств
stop: stopp aufhör bricht abbrech detien parar arrêt interromp stopt 停止 止ま 停 останов
subscription: abonnement abo suscripci abonn assinatura subscri abbonament サブスクリプション 定期購入 定期 购読 订阅 подписк
support: kundendienst soporte assistance suporte assistenza サポート 客服 поддержк
sync: synchron sincroni 同期 同步 синхрон
table: tabelle tabla tableau tabela tabella 表 表格 таблиц
tax: steuer impuesto impôt taxe imposto tassa belasting 税 налог
team: équipe equipo equipe squadra チーム 团队 команд
test: prueba essai teste prova 試用 テスト 测试 тест
theme: farbe design color couleur cor colore kleur thème tema テーマ 色 颜色 主题 тем
time: zeit uhrzeit tiempo hora heure tempo 時間 时间 врем
track: sendungsverfolg verfolg rastre seguim suivi tracciam volgen 追跡 跟踪 追踪 отслеж
transfer: überweisung transferencia virement transferência bonifico overschrijving 振込 送金 转账 перевод
translate: übersetz traduc tradui traduz traduzi vertaal 翻訳 翻译 перевод
update: aktualisier actualiz atualiz aggiorn bijwerk アップデート 更新する 更新日 обнов
upgrade: hochstuf mejorar améliorer アップグレード 升级
upload: hochlad subir cargar télévers envoyer caricare uploaden アップロード 上传 загрузи
user: benutzer nutzer usuario utilisateur utilizador usuário utente gebruiker ユーザー 用户 пользовател
vat: umsatzsteuer mehrwertsteuer iva tva btw 消費税 增值税 ндс
verify: bestätig verifizier überprüf verific vérifi 確認 認証 验证 подтверд
version: fassung versión versão versione バージョン 版本 верси
video: vídeo 動画 ビデオ 视频 видео
visible: sichtbar visible visível visibile 見え 可见
wait: wart esper attend espera aspett wacht 待 等待 жд
week: woche semana semaine settimana 週間 周 недел
word: wort wörter palabra mot palavra parola woord 単語 词 слов
wrong: falsch incorrect equivocad faux errad sbagliat verkeerd 間違 正しくな 错误 неправильн
write: schreib escrib écri escrev scriv 書 写 писа
year: jahr año année ano anno jaar 年 лет
warranty: garantie garantía garantia garanzia 保証 保修 гарант
branch: zweig rama branche ramo ブランチ 分支 ветк
commit: コミット 提交 коммит
employer: arbeitgeber empleador employeur
gift: geschenk regalo cadeau presente ギフト 礼物 подар
notification: benachrichtig notificac notific melding 通知 уведомл
menu: menü menú メニュー 菜单
own: eigene propio propre próprio proprio eigen 独自 自己
single: einzel único unique único unico シングル 单点
`;

// Phrases whose meaning is not that of their words.
const PHRASES: readonly (readonly [phrase: RegExp, english: string])[] = [
  [/mots? de passe/giu, 'password'],
  [/palavras?[- ]passe/giu, 'password'],
  [/parola d'ordine/giu, 'password'],
  [/(?:inici(?:o|ar) (?:de )?sesi[oó]n|inicia sesi[oó]n)/giu, 'login'],
  [/cerrar (?:la )?sesi[oó]n/giu, 'logout'],
  [/da(?:r|rme) de baja|darse de baja/giu, 'cancel'],
  [/mises? (?:à|a) jour|mettre (?:à|a) jour/giu, 'update'],
  [/pièces? jointes?/giu, 'attachment'],
  [/base(?:s)? de (?:datos|données|dados)/giu, 'database'],
  [/(?:número|numero) de (?:seguimiento|rastreio)|numéro de suivi/giu, 'track'],
  [/rein(?:\s|$)|einlogg\p{L}*|logge? (?:mich )?ein/giu, 'login '],
];

const fold = (word: string): string =>
  /\p{sc=Latin}/u.test(word) ? word.normalize('NFD').replace(/\p{M}/gu, '') : word;

// Scripts with a character per syllable or word.
const isShortScript = (word: string) => /[\p{sc=Han}\p{sc=Katakana}\p{sc=Hiragana}]/u.test(word);
const MIN_PREFIX = 3;

const ENTRY_PREFIXES: ReadonlyMap<string, string> = new Map(
  ENTRIES.trim()
    .split('\n')
    .flatMap((line) => {
      const [english, words] = line.split(': ');
      return words!.split(' ').map((word) => [fold(word), english!] as const);
    }),
);

/** The longest entry that is a prefix of a word, and the rest of the word. */
const longestEntry = (word: string): { readonly english: string; readonly rest: string } | undefined => {
  const least = isShortScript(word) ? 1 : MIN_PREFIX;
  for (let length = word.length; length >= least; length--) {
    const english = ENTRY_PREFIXES.get(word.slice(0, length));
    // A short prefix of a long word means nothing.
    if (english && (length >= 4 || word.length - length <= 2 || isShortScript(word)))
      return { english, rest: word.slice(length) };
  }
  return undefined;
};

/** The English translations of a word; several for a compound, none if it is unknown. */
export const toEnglish = (word: string): string[] => {
  const found = longestEntry(fold(word));
  if (!found) return [];
  // Kreditkarte, Rechnungsadresse
  const second = longestEntry(found.rest) ?? longestEntry(found.rest.replace(/^(?:e?s|e?n)/, ''));
  return second && second.rest.length <= 3 && found.rest.length >= 4
    ? [found.english, second.english]
    : [found.english];
};

/** A text with its known phrases replaced by English words. */
export const withEnglishPhrases = (text: string): string =>
  PHRASES.reduce((result, [phrase, english]) => result.replace(phrase, ` ${english} `), text);
