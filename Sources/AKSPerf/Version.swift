public enum AKSPerfVersion { public static let current = "0.1.0" }
