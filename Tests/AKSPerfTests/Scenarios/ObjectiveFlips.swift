/// One objective of a shipped scenario and a change of one key under which it fails.
struct ObjectiveFlip: Sendable, CustomStringConvertible {
  var scenario: String
  var objective: String
  var path: String
  var value: String

  init(_ scenario: String, _ objective: String, _ path: String, _ value: String) {
    self.scenario = scenario
    self.objective = objective
    self.path = path
    self.value = value
  }

  var description: String { "\(scenario): \(objective) under \(path)=\(value)" }

  static let all: [ObjectiveFlip] =
    defaultGame + newsApp + rewardedGame + radioMix + measured + outages + day + capacity + devices
    + background

  private static let defaultGame = [
    ObjectiveFlip(
      "default", "time_to_show{format=interstitial} p(95)<500ms", "networks.MAX.showOverhead",
      "900ms"),
    ObjectiveFlip(
      "default", "coverage{placeholder=level_end} rate>0.85", "placeholders.level_end.cache.refill",
      "none"),
    ObjectiveFlip(
      "default", "coverage{placeholder=extra_life} rate>0.9", "placeholders.extra_life.deadline",
      "1s"),
    ObjectiveFlip(
      "default", "cache_hit{placeholder=level_end} rate>0.85", "networks.ADMOB.fill.interstitial",
      "0.1"),
    ObjectiveFlip(
      "default", "load_latency{format=interstitial,radio=lte} p(50)<4s", "radios.lte.down",
      "2Mbps"),
    ObjectiveFlip("default", "app_open_in_budget rate>0.5", "launch.sdkStart", "5s"),
    ObjectiveFlip(
      "default", "backend_wait{backend=aks-config} p(95)<10ms",
      "backends.aks-config.service.exponential.mean", "1500ms"),
  ]

  private static let newsApp = [
    ObjectiveFlip(
      "news-app-open", "coverage{placeholder=launch_5s} rate>0.6", "journeys.splash_5s[0].splash",
      "1s"),
    ObjectiveFlip(
      "news-app-open", "coverage{placeholder=launch_9s} rate>0.7", "journeys.splash_9s[0].splash",
      "1s"),
    ObjectiveFlip("news-app-open", "time_to_content p(90)<10s", "launch.firstFrame", "9s"),
    ObjectiveFlip(
      "news-app-open", "coverage{placeholder=between_articles} rate>0.75",
      "placeholders.between_articles.cache.refill", "none"),
    ObjectiveFlip(
      "news-app-open", "time_to_show{format=interstitial} p(95)<600ms",
      "networks.GAM.showOverhead", "1s"),
  ]

  private static let rewardedGame = [
    ObjectiveFlip(
      "rewarded-game", "time_to_show{placeholder=extra_life} p(95)<1s",
      "networks.MAX.showOverhead", "2s"),
    ObjectiveFlip(
      "rewarded-game", "coverage{placeholder=extra_life} rate>0.85",
      "placeholders.extra_life.cache.refill", "none"),
    ObjectiveFlip(
      "rewarded-game", "cache_hit{placeholder=extra_life} rate>0.8",
      "placeholders.extra_life.cache.refill", "none"),
    ObjectiveFlip(
      "rewarded-game", "coverage{placeholder=daily_bonus} rate>0.6", "journeys.game[1].budget",
      "2s"),
    ObjectiveFlip(
      "rewarded-game", "time_to_show{placeholder=daily_bonus} p(50)<6s",
      "networks.IRON_SOURCE.showOverhead", "4s"),
    ObjectiveFlip("rewarded-game", "revenue_per_session rate>0.01", "users.removeAds", "0.9"),
    ObjectiveFlip(
      "rewarded-game", "show_rate rate>0.4", "placeholders.extra_life.cache.depth", "8"),
  ]

  private static let background = [
    ObjectiveFlip(
      "devices/background", "app_open_on_return rate>0.6", "placeholders.open.cache.refill",
      "none"),
    ObjectiveFlip(
      "devices/background", "back_to_back rate<0.01", "journeys.main[2].steps[0].wait", "0s"),
    ObjectiveFlip(
      "devices/background", "coverage{placeholder=level_end} rate>0.75",
      "placeholders.level_end.cache.refill", "none"),
    ObjectiveFlip(
      "devices/background", "load_latency{format=interstitial} p(50)<4s", "radios.lte.down",
      "1Mbps"),
    ObjectiveFlip(
      "devices/background", "load_failures{suspended=true} count>0", "launch.suspendAfter",
      "24h"),
  ]

  private static let radioMix = [
    ObjectiveFlip(
      "radio-mix", "load_latency{radio=lte_sitespeed} p(95)<3s", "radios.lte_sitespeed.down",
      "1Mbps"),
    ObjectiveFlip(
      "radio-mix", "load_latency{radio=4g_sitespeed} p(95)<3s", "radios.4g_sitespeed.rtt",
      "400ms"),
    ObjectiveFlip(
      "radio-mix", "load_latency{radio=3gfast_webpagetest} p(95)<5s",
      "radios.3gfast_webpagetest.down", "700kbps"),
    ObjectiveFlip(
      "radio-mix", "load_latency{radio=3g_atc} p(50)<7s", "radios.3g_atc.rtt", "600ms"),
    ObjectiveFlip(
      "radio-mix", "load_latency{radio=3g_webpagetest} p(95)<7s", "radios.3g_webpagetest.loss",
      "0.2"),
    ObjectiveFlip(
      "radio-mix", "coverage{radio=edge_lossy_atc} rate>0.7", "radios.edge_lossy_atc.down",
      "50kbps"),
  ]

  private static let measured = [
    ObjectiveFlip(
      "measured-latency", "attempt_latency{network=GAM,outcome=noFill} p(95)<600ms",
      "networks.GAM.prepare", "1s"),
    ObjectiveFlip(
      "measured-latency", "attempt_latency{network=OTHERS_SE,outcome=noFill} p(95)<1s",
      "networks.OTHERS_SE.connection.dns", "1s"),
    ObjectiveFlip("measured-latency", "load_latency p(95)<3.5s", "radios.lte.down", "3Mbps"),
    ObjectiveFlip("measured-latency", "coverage rate>0.8", "networks.GAM.fill", "0.1"),
  ]

  private static let outages = [
    ObjectiveFlip(
      "config-outage", "loss{backend=aks-config} rate<0.15", "backends.aks-config.outages[0].to",
      "30m"),
    ObjectiveFlip(
      "config-outage", "backend_wait{backend=aks-config} p(75)<1ms",
      "backends.aks-config.service.exponential.mean", "1500ms"),
    ObjectiveFlip(
      "config-outage", "coverage{config=default} rate>0.7", "networks.ADMOB.fill", "0.5"),
    ObjectiveFlip(
      "config-outage", "coverage{placeholder=level_end} rate>0.8", "networks.ADMOB.fill", "0.3"),
    ObjectiveFlip(
      "push-burst", "backend_wait{backend=aks-config} p(50)<40s", "backends.aks-config.servers",
      "1"),
    ObjectiveFlip(
      "push-burst", "backend_wait{backend=aks-config} max<90s", "backends.aks-config.servers", "1"),
    ObjectiveFlip(
      "push-burst", "loss{backend=aks-config} rate<0.01", "backends.aks-config.queueLimit", "1000"),
    ObjectiveFlip(
      "push-burst", "queue_length{backend=aks-config} max<8000", "arrivals.sessions", "20000"),
    ObjectiveFlip(
      "push-burst", "coverage{placeholder=launch} rate>0.75", "networks.ADMOB.fill", "0.5"),
  ]

  private static let day = [
    ObjectiveFlip(
      "diurnal-day", "backend_wait{backend=aks-config} p(95)<12s",
      "backends.aks-config.service.exponential.mean", "6s"),
    ObjectiveFlip(
      "diurnal-day", "utilisation{backend=aks-config} avg<0.5",
      "backends.aks-config.service.exponential.mean", "8s"),
    ObjectiveFlip(
      "diurnal-day", "coverage{placeholder=level_end} rate>0.6",
      "placeholders.level_end.cache.refill", "none"),
    ObjectiveFlip(
      "diurnal-day", "impressions_per_daily_user rate>1", "placeholders.level_end.minGap", "20m"),
  ]

  private static let devices = [
    ObjectiveFlip(
      "devices/banner-and-native", "time_to_show{placeholder=anchored} p(75)<4s",
      "networks.ADMOB.prepare", "6s"),
    ObjectiveFlip(
      "devices/banner-and-native", "coverage{placeholder=anchored} rate>0.85",
      "networks.ADMOB.fill.banner", "0.5"),
    ObjectiveFlip(
      "devices/banner-and-native", "coverage{placeholder=in_list} rate>0.65",
      "placeholders.in_list.scrollIn", "60s"),
    ObjectiveFlip(
      "devices/banner-and-native", "coverage{placeholder=offer} rate>0.8", "users.ownsFeature",
      "0.9"),
    ObjectiveFlip(
      "devices/banner-and-native", "impressions_per_daily_user rate>8",
      "placeholders.anchored.refresh", "none"),
    ObjectiveFlip(
      "devices/banner-and-native", "bytes_per_session rate<3000000",
      "placeholders.anchored.refresh", "10s"),
    ObjectiveFlip(
      "devices/foldable", "coverage{placeholder=level_end} rate>0.6",
      "placeholders.level_end.onResize", "none"),
    ObjectiveFlip(
      "devices/foldable", "coverage{placeholder=bonus} rate>0.12", "networks.ADMOB.fill.rewarded",
      "0.1"),
    ObjectiveFlip(
      "devices/foldable", "outcomes{reason=adTooLarge} count<1", "app.canPresent", "false"),
    ObjectiveFlip(
      "devices/foldable", "load_failures{reason=invalidRequest} count<1", "app.mode", "test"),
    ObjectiveFlip(
      "devices/foldable", "wrong_window_load count<1", "journeys.resizing[2].scene", "first"),
  ]

  private static let capacity = [
    ObjectiveFlip(
      "reference", "coverage{placeholder=level_end} rate>0.85",
      "placeholders.level_end.cache.refill", "none"),
    ObjectiveFlip(
      "capacity/10k-concurrent", "loss{backend=aks-config} rate<0.001",
      "backends.aks-config.outages", "[{ from: \"22m\", to: \"24m\" }]"),
    ObjectiveFlip(
      "capacity/10k-concurrent", "coverage{placeholder=level_end} rate>0.85",
      "placeholders.level_end.cache.refill", "none"),
    ObjectiveFlip(
      "capacity/200k-concurrent", "backend_wait{backend=aks-config} p(50)<50ms",
      "backends.aks-config.service", "80s"),
    ObjectiveFlip(
      "capacity/200k-concurrent", "loss{backend=aks-config} rate<0.001",
      "backends.aks-config.outages", "[{ from: \"5m\", to: \"6m\" }]"),
  ]
}
